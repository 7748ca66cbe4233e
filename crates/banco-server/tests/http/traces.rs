//! A collector is told of a request, and a problem names its trace.

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::house::House;

/// The body of the first request that somebody sends to a collector.
async fn collected(listener: TcpListener) -> (String, Value) {
    let (mut line, _) = listener.accept().await.unwrap();
    let mut heard = Vec::new();
    loop {
        line.read_buf(&mut heard).await.unwrap();
        let text = String::from_utf8_lossy(&heard).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")).unwrap();
        if body.len() >= length.parse().unwrap() {
            line.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").await.unwrap();
            return (head.to_owned(), serde_json::from_str(body).unwrap());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_is_told_of_a_request() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let house = House::with(&[("otlp", &address)]).await;
    let (trace, span) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");
    let client = house.client().and("traceparent", &format!("00-{trace}-{span}-01"));
    let problem = client.get("/api/v1/tables/999").await.refused(404, "not_found").json();
    assert_eq!(problem["trace"], trace, "{problem}");
    let (head, told) = collected(listener).await;
    assert!(head.starts_with("POST /v1/traces HTTP/1.1"), "{head}");
    let resource = &told["resourceSpans"][0];
    assert_eq!(resource["resource"]["attributes"][0]["value"]["stringValue"], "banco");
    let spans = resource["scopeSpans"][0]["spans"].as_array().unwrap();
    let one = spans.iter().find(|one| one["traceId"] == trace).unwrap();
    assert_eq!((&one["parentSpanId"], &one["name"]), (&span.into(), &"GET /api/v1/tables/{table}".into()));
    assert_eq!(one["attributes"][2]["value"]["intValue"], "404", "{one}");
    // Without a trace of its own, a request gets one.
    let problem = house.client().get("/api/v1/tables/999").await.refused(404, "not_found").json();
    assert_eq!(problem["trace"].as_str().unwrap().len(), 32);
}
