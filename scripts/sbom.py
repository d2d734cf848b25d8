"""`make sbom`: write dist/sbom.cdx.json, what a release consists of with versions and licenses, as CycloneDX.

cyclonedx-py reads the environment. What only developers need is left out, and files of others in our own sources are
added. The same environment gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packaging.utils import canonicalize_name

from scripts.parts import ROOT, STATIC, Vendored, name_of, running, vendored

OUT = ROOT / "dist" / "sbom.cdx.json"
COMMAND = ("-m", "cyclonedx_py", "environment", "--pyproject", "pyproject.toml", "--output-reproducible")


def made() -> dict[str, Any]:
    """The list of parts."""
    command = [sys.executable, *COMMAND, "--no-validate", sys.executable]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    names = {name_of(package) for package in running()}
    parts = [part for part in found["components"] if canonicalize_name(part["name"]) in names]
    missing = names - {canonicalize_name(part["name"]) for part in parts}
    if missing:
        raise LookupError(f"cyclonedx-py did not find {', '.join(sorted(missing))}")
    ours = [component(part) for part in vendored()]
    kept = {part["bom-ref"] for part in parts}
    root = found["metadata"]["component"]["bom-ref"]
    needs = [need for need in found["dependencies"] if need["ref"] in {root, *kept}]
    for need in needs:
        need["dependsOn"] = sorted(kept.intersection(need.get("dependsOn", [])))
    (top,) = [need for need in needs if need["ref"] == root]
    top["dependsOn"] += [part["bom-ref"] for part in ours]
    return {**found, "components": [*parts, *ours], "dependencies": needs}


def component(part: Vendored) -> dict[str, Any]:
    """Files of others, with their hashes."""
    files = sorted(STATIC.glob(part.files))
    found: dict[str, Any] = {
        "bom-ref": part.purl or part.name,
        "type": "library",
        "name": part.name,
        "description": part.why,
        "licenses": [{"license": {"id": part.license, "acknowledgement": "declared"}}],
        "components": [
            {
                "type": "file",
                "name": path.relative_to(STATIC).as_posix(),
                "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}],
            }
            for path in files
        ],
    }
    return found | {key: value for key, value in (("version", part.version), ("purl", part.purl)) if value}


def main(arguments: list[str]) -> int:
    """Write the list into a file, `dist/sbom.cdx.json` if none is given. Return 1 if it breaks the standard."""
    out = Path(arguments[0]) if arguments else OUT
    found = made()
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    if fault := JsonStrictValidator(SchemaVersion.from_version(found["specVersion"])).validate_str(text):
        print(f"not CycloneDX: {fault}", file=sys.stderr)
        return 1
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8", newline="\n")
    print(f"{out}: {len(found['components'])} parts")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
