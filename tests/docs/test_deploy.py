"""The files of `deploy/` do what they say: the container's steps one by one, nginx before the site, the unit."""

from __future__ import annotations

import configparser
import contextlib
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import free_port
from tests.files.tournaments import WORKED
from tests.web_public.server import PREPARE

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
TREE = {"PYTHONPATH": ":".join(sys.path)}  # what is tested is the tree
ARBITRO = [sys.executable, "-c", "from arbitro.cli import main; main()"]


def environment(**more: object) -> dict[str, str]:
    """As from a fresh terminal: nothing of the tests, nothing of the tree."""
    left_out = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "PYTHONPATH", "VIRTUAL_ENV")
    clean = {k: v for k, v in os.environ.items() if k not in left_out and not k.startswith("ARBITRO_")}
    return clean | {name: str(value) for name, value in more.items()}


@contextlib.contextmanager
def running(command: list[str], ready: str, **options: object) -> Iterator[subprocess.Popen[bytes]]:
    """A server until it answers, and until the block ends."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)  # type: ignore[call-overload]
    try:
        for _attempt in range(600):
            assert process.poll() is None, process.stderr.read().decode()[-2000:]
            with contextlib.suppress(OSError):
                urllib.request.urlopen(ready, timeout=5).close()
                break
            time.sleep(0.1)
        yield process
    finally:
        process.terminate()
        process.wait(20)
        process.stderr.close()


@pytest.mark.parametrize(("lang", "said"), [("en", "needs ARBITRO_HOSTS"), ("es", "necesita ARBITRO_HOSTS")])
def test_a_server_without_its_names_does_not_start(tmp_path, lang, said):
    done = subprocess.run(
        [sys.executable, "-m", "arbitro", "serve", "--lang", lang, "--port", str(free_port())],
        env=os.environ | environment(ARBITRO_PROFILE="server", ARBITRO_DATA=tmp_path) | {"ARBITRO_HOSTS": ""},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_invitation_from_a_servers_terminal_names_the_server(tmp_path):
    env = environment(ARBITRO_PROFILE="server", ARBITRO_HOSTS="chess.example", ARBITRO_DATA=tmp_path) | TREE
    for words, said in (
        (["create", "Club open", "rounds=5"], "club-open/club-open"),
        (["invite", "club-open"], "https://chess.example/accounts/invitation/"),
    ):
        done = subprocess.run([*ARBITRO, "event", *words], env=env, capture_output=True, text=True)
        assert done.stdout.startswith(said), done.stderr
    env["ARBITRO_ADDRESS"] = "https://club.example/"
    done = subprocess.run([*ARBITRO, "event", "invite", "club-open"], env=env, capture_output=True, text=True)
    assert done.stdout.startswith("https://club.example/accounts/invitation/")


def test_the_unit_and_its_settings_name_what_exists():
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string((DEPLOY / "arbitro.service").read_text())
    program, command, *words = unit["Service"]["ExecStart"].split()
    assert program.endswith("/arbitro")
    from arbitro.cli.site import serve

    known = {name for option in serve.params for name in option.opts}
    assert command == "serve"
    assert {word for word in words if word.startswith("--")} <= known
    assert int(unit["Service"]["LimitNOFILE"]) > 5000 + 200
    settings = re.findall(r"^#?([A-Z_]+)=", (DEPLOY / "arbitro.env").read_text(), re.M)
    source = "".join(path.read_text() for path in (ROOT / "src/arbitro").rglob("*settings.py"))
    source += (ROOT / "src/arbitro/desk/backup.py").read_text()
    assert [name for name in settings if name not in source] == []


@pytest.mark.slow
def test_systemd_understands_the_unit(tmp_path):
    unit = tmp_path / "arbitro.service"
    unit.write_text(re.sub(r"ExecStart=\S+", f"ExecStart={sys.executable}", (DEPLOY / "arbitro.service").read_text()))
    checker = shutil.which("systemd-analyze")
    assert checker, "systemd-analyze is missing: apt install systemd (make test does it as root)"
    done = subprocess.run([checker, "verify", unit], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def nginx_of(folder: Path, site: int, plain: int, secure: int) -> list[str]:
    """nginx with the file itself, but for other ports and a certificate of its own."""
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=chess.example"]
    subprocess.run([*made, "-keyout", "key.pem", "-out", "cert.pem"], cwd=folder, check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        ("127.0.0.1:8000", f"127.0.0.1:{site}"), ("listen 80;", f"listen 127.0.0.1:{plain};"), ("listen [::]:80;", ""),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{secure} ssl http2;"), ("listen [::]:443 ssl http2;", ""),
        ("/etc/letsencrypt/live/chess.example/fullchain.pem", f"{folder}/cert.pem"),
        ("/etc/letsencrypt/live/chess.example/privkey.pem", f"{folder}/key.pem"),
    ):  # fmt: skip
        assert old in text
        text = text.replace(old, new)
    own = "\n".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {own} {text} }}"
    )
    nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    assert nginx, "nginx is missing: apt install nginx-light (make test does it as root)"
    return [nginx, "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]


def caddy_of(folder: Path, site: int, plain: int, secure: int) -> list[str]:
    """Caddy with the file itself, but for other ports and certificates that it makes by itself."""
    text = (DEPLOY / "Caddyfile").read_text()
    for old, new in (
        ("chess.example {", "chess.example {\n\ttls internal\n"),
        ("127.0.0.1:8000 {", f"127.0.0.1:{site} {{"),
    ):
        assert old in text
        text = text.replace(old, new)
    own = f"admin off\nskip_install_trust\nhttp_port {plain}\nhttps_port {secure}\nstorage file_system {folder}/caddy\n"
    (folder / "Caddyfile").write_text(f"{{\n{own}}}\n{text}")
    caddy = shutil.which("caddy")
    assert caddy, "caddy is missing: apt install caddy (make test does it as root)"
    return [caddy, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@pytest.mark.slow
def test_nginx_and_caddy_pass_pages_streams_and_addresses_by_http2(tmp_path):
    site = free_port()
    env = environment(
        ARBITRO_DATA=tmp_path / "data", ARBITRO_PROFILE="server", ARBITRO_HOSTS="chess.example", ARBITRO_PROXIES=1
    )
    subprocess.run([sys.executable, "-c", PREPARE], env=env | TREE, check=True)
    with running([*ARBITRO, "serve", "--port", str(site)], f"http://127.0.0.1:{site}/health", env=env | TREE):
        for front_of in (nginx_of, caddy_of):
            plain, secure = free_port(), free_port()
            with subprocess.Popen(front_of(tmp_path, site, plain, secure), stderr=subprocess.DEVNULL) as front:
                try:
                    passes(plain, secure)
                finally:
                    front.terminate()
        figures = urllib.request.urlopen(f"http://127.0.0.1:{site}/metrics").read().decode()
        assert 'arbitro_requests_total{status="200"}' in figures


def passes(plain: int, secure: int) -> None:
    """What a proxy must do."""

    def curl(url: str, *words: str) -> str:
        to = [f"chess.example:{port}:127.0.0.1" for port in (plain, secure)]
        named = ["--resolve", to[0], "--resolve", to[1]]
        return subprocess.run(["curl", "-sk", *named, *words, url], capture_output=True, text=True).stdout

    base, status = f"https://chess.example:{secure}", ("-o", "/dev/null", "-w", "%{http_code}")
    for _attempt in range(200):
        if "200" in (head := curl(f"{base}/e/demo/a/", "-D", "-", "-o", "/dev/null")):
            break
        time.sleep(0.1)
    assert head.startswith("HTTP/2 200")
    assert "strict-transport-security: max-age=31536000\n" in head.replace("\r", "")
    assert curl(f"http://chess.example:{plain}/", *status) in ("301", "308")
    assert curl(f"{base}/metrics", *status) == "404"
    assert "event: number" in curl(f"{base}/e/demo/a/stream", "-N", "--max-time", "3")
    assert "data: demo/a " in curl(f"{base}/stream?of=demo/a", "-N", "--max-time", "3")
    assert f"https://chess.example:{secure}/e/demo/a/" in curl(f"{base}/e/demo/a/feed.atom")
    large = ("-X", "POST", "-H", "Expect:", "--data-binary", "@-")  # a rating list: not refused for its size
    to = ("--resolve", f"chess.example:{secure}:127.0.0.1")
    asked = ["curl", "-sk", *to, *large, *status, f"{base}/desk/lists"]
    assert subprocess.run(asked, input=b"x" * 20_000_000, capture_output=True).stdout != b"413"


def steps() -> list[tuple[str, str]]:
    """The container's instructions, in order."""
    lines = [line for line in (DEPLOY / "Containerfile").read_text().splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _space, rest in (line.partition(" ") for line in lines)]


@pytest.mark.slow
def test_each_step_of_the_container_works_and_the_wheel_runs_outside_the_tree(tmp_path):
    """What a builder would do, in folders of its own: copy, install, make the account, start, ask how it is."""
    source, data, root, apart = (tmp_path / name for name in ("src", "data", "root", "venv"))
    (root / "etc").mkdir(parents=True)
    for name in ("passwd", "group", "shadow", "gshadow"):
        (root / "etc" / name).touch()
    subprocess.run([sys.executable, "-m", "venv", apart], check=True)
    path = f"{apart}/bin:{os.environ['PATH']}"
    port = free_port()
    known = {"FROM", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"}
    variables: dict[str, str] = {}
    health, command = "", []
    for word, rest in steps():
        assert word in known
        here = rest.replace("/src", str(source)).replace("/data", str(data)).replace("8000", str(port))
        if word == "COPY":
            assert rest == ". /src"
            skipped = shutil.ignore_patterns(".git", ".venv", "tests", "build", "dist", "*.sqlite3*", "__pycache__")
            shutil.copytree(ROOT, source, ignore=skipped)
            wheels = tmp_path / "wheels"
            made = [f"{apart}/bin/pip", "wheel", "-q", "--no-deps", "-w", str(wheels), str(source)]
            subprocess.run(made, check=True, env=environment())
        elif word == "RUN":
            here = here.replace("useradd ", f"useradd --prefix {root} ").replace("-o 10001 ", "")
            subprocess.run(["sh", "-euc", here], check=True, env=environment(PATH=path), cwd=tmp_path)
        elif word == "ENV":
            variables |= dict(part.split("=", 1) for part in here.split())
        elif word == "HEALTHCHECK":
            health = here.partition("CMD ")[2]
        elif word == "CMD":
            command = [part.strip('" ') for part in here.strip("[]").split(",")]
    assert not source.exists()
    assert "arbitro:x:10001" in (root / "etc/passwd").read_text()
    assert (data.stat().st_mode & 0o777) == 0o700
    (wheel,) = wheels.iterdir()
    subprocess.run([f"{apart}/bin/pip", "install", "-q", "--no-deps", "--force-reinstall", wheel], check=True)
    env = environment(PATH=path, **variables)
    with running([f"{apart}/bin/{command[0]}", *command[1:]], f"http://127.0.0.1:{port}/health", env=env, cwd=tmp_path):
        assert subprocess.run(["sh", "-c", health], env=env).returncode == 0
        page = urllib.request.urlopen(f"http://127.0.0.1:{port}/").read().decode()
        style = re.search(r'href="(/static/web/arbitro\.css[^"]*)"', page)
        assert style
        assert b"{" in urllib.request.urlopen(f"http://127.0.0.1:{port}{style[1]}").read()
    assert subprocess.run(["sh", "-c", health], env=env, capture_output=True).returncode != 0
    where = [f"{apart}/bin/python", "-c", "import arbitro; print(arbitro.__file__)"]
    assert subprocess.run(where, env=env, capture_output=True, text=True, cwd=tmp_path).stdout.startswith(str(apart))
    listed = tmp_path / "list.csv"
    listed.write_text("id,name,rating\n1,Ana,2100\n")
    asked = [f"{apart}/bin/arbitro", "rate-period", listed, WORKED, "-o", tmp_path / "new.csv"]
    done = subprocess.run(asked, env=env, capture_output=True, text=True, cwd=tmp_path)
    assert 'pip install "arbitro[federation]"' in done.stderr
