"""The table in the browser: tables that live, pages, sockets, and what each reader is shown."""
