"""Packs the package and the library into a wheel: wheel.py LIBRARY TARGET-FOLDER."""

import base64
import hashlib
import pathlib
import platform
import re
import sys
import zipfile

HERE = pathlib.Path(__file__).parent


def tag() -> str:
    machine = platform.machine()
    if sys.platform == "darwin":
        return f"macosx_14_0_{machine}"
    major, minor = platform.libc_ver()[1].split(".")[:2]
    return f"manylinux_{major}_{minor}_{machine}"


def main(library: str, target: str) -> None:
    sources = HERE / "roster"
    version = re.search(r'__version__ = "(.+)"', (sources / "__init__.py").read_text())[1]
    info = f"roster-{version}.dist-info"
    files = {f"roster/{path.name}": path.read_bytes() for path in sorted(sources.glob("*.py"))}
    files["roster/py.typed"] = b""
    name = "libroster.dylib" if sys.platform == "darwin" else "libroster.so"
    files[f"roster/{name}"] = pathlib.Path(library).read_bytes()
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: roster\nVersion: {version}\n"
        "Summary: Ordered, transactional lists on SQLite\nRequires-Python: >=3.10\n"
        "Description-Content-Type: text/markdown\n\n" + (HERE / "README.md").read_text()).encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: Tools/python\nRoot-Is-Purelib: false\nTag: py3-none-{tag()}\n").encode()
    files[f"{info}/entry_points.txt"] = b"[pytest11]\nroster = roster.pytest_plugin\n"
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
        for name, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    pathlib.Path(target).mkdir(parents=True, exist_ok=True)
    wheel = pathlib.Path(target, f"roster-{version}-py3-none-{tag()}.whl")
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    print(wheel)


if __name__ == "__main__":
    main(*sys.argv[1:])
