//! A small server for the built site, on this machine alone.
//!
//! It injects nothing into the pages: what it serves is what any host would.

use crate::program::{Failure, Outcome};
use crate::{paths, site};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

const PORT: u16 = 8080;
const LONGEST_HEAD: u64 = 64 * 1024;
const PATIENCE: Duration = Duration::from_secs(10);

/// Takes the port first, so that nobody waits for a build that can't be served.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let port = parse_port(arguments)?;
    let listener = listen(port)?;
    site::build()?;
    println!("\nThe viewer is at http://127.0.0.1:{port} (Ctrl+C ends it)");
    serve(&listener, &paths::dist());
    Ok(())
}

fn parse_port(arguments: &[String]) -> Outcome<u16> {
    let wrong = |what: &str| Failure::new(format!("{what}; `serve` takes `--port <number>`"));
    let text = match arguments {
        [] => return Ok(PORT),
        [flag, number] if flag == "--port" => number.as_str(),
        [joined] if joined.starts_with("--port=") => &joined["--port=".len()..],
        _ => return Err(wrong(&format!("unknown: {}", arguments.join(" ")))),
    };
    match text.parse() {
        Ok(port) if port > 0 => Ok(port),
        _ => Err(wrong(&format!("`{text}` is not a port"))),
    }
}

fn listen(port: u16) -> Outcome<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => {
            let other = port.checked_add(1).unwrap_or(PORT);
            Failure::new(format!("port {port} is taken by another program; choose one with `cargo xtask serve --port {other}`"))
        }
        _ => Failure::new(format!("could not listen on 127.0.0.1:{port}: {error}")),
    })
}

fn serve(listener: &TcpListener, folder: &Path) {
    std::thread::scope(|scope| {
        for stream in listener.incoming().flatten() {
            scope.spawn(move || {
                // A browser that went away is no trouble of ours.
                let _ = answer(&stream, folder);
            });
        }
    });
}

fn answer(stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.take(LONGEST_HEAD)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    if request.is_empty() {
        return Ok(());
    }
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let mut words = request.split_whitespace();
    let method = words.next().unwrap_or_default();
    let target = words.next().unwrap_or_default();
    if method != "GET" && method != "HEAD" {
        return respond(
            stream,
            "405 Method Not Allowed",
            "text/plain; charset=utf-8",
            b"Only GET and HEAD.\n",
            true,
        );
    }
    let file = file_of(target).map(|relative| folder.join(relative));
    let found = file.and_then(|path| Some((std::fs::read(&path).ok()?, mime_type(&path))));
    match found {
        Some((body, mime)) => respond(stream, "200 OK", mime, &body, method == "GET"),
        None => respond(
            stream,
            "404 Not Found",
            "text/plain; charset=utf-8",
            b"Not here.\n",
            method == "GET",
        ),
    }
}

fn respond(
    mut stream: &TcpStream,
    status: &str,
    mime: &str,
    body: &[u8],
    with_body: bool,
) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\nContent-Length: {}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    if with_body {
        stream.write_all(body)?;
    }
    stream.flush()
}

/// The file that an address asks for, never one outside the folder.
fn file_of(target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let mut path = PathBuf::from(decode(path)?);
    if !path
        .components()
        .all(|part| matches!(part, Component::Normal(_)))
    {
        return None;
    }
    if path.as_os_str().is_empty() {
        path.push("index.html");
    }
    Some(path)
}

/// `%20` and the like.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let pair = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&pair).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn mime_type(path: &Path) -> &'static str {
    match path
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default()
    {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "txt" | "jsonl" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(address: std::net::SocketAddr, request: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn serves_files_and_nothing_else() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || serve(&listener, &paths::root().join("xtask")));

        let found = get(address, "GET /src/serve.rs?x=1 HTTP/1.1\r\n\r\n");
        assert!(found.starts_with("HTTP/1.1 200 OK\r\n"));
        assert!(found.contains("Cache-Control: no-store\r\n"));
        assert!(found.contains("fn serves_files_and_nothing_else"));

        let head = get(address, "HEAD /src/serve.rs HTTP/1.1\r\n\r\n");
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && head.ends_with("\r\n\r\n"));

        assert!(get(address, "GET /none HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
        assert!(get(address, "GET /../Cargo.toml HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
        assert!(get(address, "POST /src/serve.rs HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
        assert_eq!(get(address, "\r\n"), "");
    }

    #[test]
    fn addresses_stay_inside_the_folder() {
        assert_eq!(file_of("/"), Some(PathBuf::from("index.html")));
        assert_eq!(file_of("/?url=x#y"), Some(PathBuf::from("index.html")));
        assert_eq!(file_of("/a%20b/c.css"), Some(PathBuf::from("a b/c.css")));
        for outside in [
            "",
            "x",
            "/../x",
            "/a/../../x",
            "/%2e%2e/x",
            "//etc/passwd",
            "/%",
            "/%zz",
            "/%ff",
        ] {
            assert_eq!(file_of(outside), None, "{outside}");
        }
    }

    #[test]
    fn wasm_has_the_type_that_streaming_wants() {
        assert_eq!(mime_type(Path::new("viewer_bg.wasm")), "application/wasm");
    }

    #[test]
    fn a_port_is_a_number_above_zero() {
        let parse =
            |words: &[&str]| parse_port(&words.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(parse(&[]).unwrap(), 8080);
        assert_eq!(parse(&["--port", "9000"]).unwrap(), 9000);
        assert_eq!(parse(&["--port=9000"]).unwrap(), 9000);
        for wrong in [
            &["--port"][..],
            &["--port", "0"],
            &["--port", "70000"],
            &["9000"],
        ] {
            assert!(parse(wrong).is_err());
        }
    }

    #[test]
    fn a_taken_port_is_named() {
        let first = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = first.local_addr().unwrap().port();
        assert!(
            listen(port)
                .unwrap_err()
                .to_string()
                .contains(&format!("port {port} is taken"))
        );
    }
}
