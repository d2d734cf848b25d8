/** What the server tells its service worker; paths begin with the path of the server. */
declare const WORKER: {
  base: string;
  version: string;
  offline: string;
  /** Addresses of pages that may be stored, without `base`. */
  pages: string[];
  /** Addresses of answers that may be stored, without `base` and without their queries. */
  answers: string[];
  /** The number of answers that are stored. */
  most: number;
  /** Files stored at once. */
  shell: string[];
};
