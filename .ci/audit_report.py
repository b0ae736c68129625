"""Say what pip-audit found: `audit_report.py REPORT.json WHY`. The exit status is 1 if vulnerabilities are known.

pip-audit calls it "No known vulnerabilities" too where it could look up nothing: packages that it skipped are counted.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main(report: Path, why: Path) -> int:
    """Print the result. REPORT is pip-audit's, or missing where it failed; WHY is what it, or pip, said then."""
    if not report.exists():
        reason = (why.read_text(errors="replace").strip().splitlines() or ["no reason was given"])[-1]
        print(f"NOT AUDITED: the data on vulnerabilities cannot be had ({reason[:200]}).")
        return 0
    packages = json.loads(report.read_text())["dependencies"]
    skipped = [each["name"] for each in packages if "skip_reason" in each]
    found = [(each, fault) for each in packages for fault in each.get("vulns", ())]
    for each, fault in found:
        fixed = ", ".join(fault["fix_versions"]) or "no release yet"
        print(f"{each['name']} {each['version']}: {fault['id']}, fixed in {fixed}")
    if len(skipped) == len(packages):
        print("NOT AUDITED: nothing is known of any package; the data on vulnerabilities cannot be reached.")
    else:
        left_out = f"; NOT AUDITED: {', '.join(skipped)}" if skipped else ""
        print(f"known vulnerabilities: {len(found)}; packages looked up: {len(packages) - len(skipped)}{left_out}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
