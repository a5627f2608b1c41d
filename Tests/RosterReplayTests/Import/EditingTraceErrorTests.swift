import Testing

@testable import RosterReplay

@Suite struct EditingTraceErrorTests {
  private static func read(_ json: String) async throws {
    _ = try await EditingTrace(Array(json.utf8)).forEachChangeset { _ in }
  }

  @Test(arguments: [
    ("", "byte 0: expected '{'"), ("[]", "byte 0: expected '{'"), ("{", "expected"),
    ("{}", "no \"txns\""), (#"{"txns":{}}"#, "byte 8: expected '['"),
    (#"{"txns":[]"#, "byte 10: expected ',' or '}'"), (#"{"txns":[1,]}"#, "expected a value"),
    (#"{"txns":[[1,2]"#, "the text ends in a value"), (#"{"txns":[]]"#, "expected ',' or '}'"),
    (#"{"txns":[]} x"#, "byte 12: expected nothing after the value"),
    (#"{"txns":[],"txns":[]}"#, "\"txns\" is there twice"), (#"{"txns" []}"#, "expected ':'"),
    (#"{txns:[]}"#, "byte 1: expected a value"), (#"{"txns":["x]}"#, "no closing quote"),
    (#"{"txns":[],"endContent":1}"#, "byte 24: expected a string as \"endContent\""),
    (#"{"txns":[],"startContent":"\ud800"}"#, "byte 27: this surrogate lacks its other half"),
    (#"{"kind":"concurrent","txns":[]}"#, "concurrent"), (#"{1:[],"txns":[]}"#, "object key"),
  ])
  func textThatIsNoTraceIsRefused(json: String, problem: String) async throws {
    let error = try await importError { try await Self.read(json) }
    #expect(error.code == .malformed)
    #expect(error.description.contains(problem), "\(error)")
  }

  @Test(arguments: [
    (#"{"patches":[[0,0]]}"#, "txns[1].patches[0]: expected [position, deleted"),
    (#"{"patches":[[0,0,"x"],[0,-1,"x"]]}"#, "txns[1].patches[1]: expected"),
    (#"{"patches":[[0.5,0,"x"]]}"#, "txns[1].patches[0]: expected"),
    (#"{"patches":[[0,0,"x",1]]}"#, "txns[1].patches[0]: expected"),
    (#"{"patches":[[1e300,0,"x"]]}"#, "txns[1].patches[0]: expected"),
    (#"{"patches":[[9007199254740992,9007199254740992,""]]}"#, "txns[1].patches[0] deletes"),
    (
      #"{"patches":[[0,0,"xy"],[3,2,""]]}"#,
      "txns[1].patches[1] deletes 2 scalars at 3 of a text of 4"
    ),
    (#"{"patches":[[3,0,"x"]]}"#, "txns[1].patches[0] deletes 0 scalars at 3 of a text of 2"),
    (#"{"patch":[]}"#, "txns[1]: expected an object with an array"), ("7", "txns[1]: expected"),
    ("nul", "txns[1], at byte 34: expected a value"),
    (#"{"patches":[[0,0,"\x"]]}"#, "txns[1], at byte 52: there is no such escape"),
    (#"{"patches":[[0,0,"x"}]}"#, "txns[1], at byte 54: expected ',' or ']'"),
  ])
  func badTransactionAndPatchAreNamed(transaction: String, problem: String) async throws {
    let json = #"{"txns":[{"patches":[[0,0,"ab"]]},\#(transaction)]}"#
    let error = try await importError { try await Self.read(json) }
    #expect(error.code == .malformed)
    #expect(error.description.contains(problem), "\(error)")
  }

  @Test(arguments: [
    ("abd", "the scalar at 2 is U+0063 'c', but in endContent it is U+0064 'd'"),
    ("ab", "the scalar at 2 is U+0063 'c', but in endContent it is past the end"),
    ("abc😀", "the scalar at 3 is past the end, but in endContent it is U+1F600 '😀'"),
    (#"\nbc"#, "the scalar at 0 is U+0061 'a', but in endContent it is U+000A;"),
  ])
  func firstScalarThatDiffersIsNamed(end: String, problem: String) async throws {
    let json = #"{"endContent":"\#(end)","txns":[{"patches":[[0,0,"abc"]]}]}"#
    let error = try await importError { try await Self.read(json) }
    #expect(error.code == .differs)
    #expect(error.description.contains(problem), "\(error)")
  }

  @Test func fileThatCannotBeReadIsNamed() async throws {
    for path in ["/no/such/file", "/"] {
      let error = try await importError { _ = try await EditingTrace(contentsOf: path) }
      #expect(error.code == .unreadable)
      #expect(error.description.hasPrefix("\(path) cannot be read: "), "\(error)")
    }
  }

  @Test func gzipThatIsCutOffIsToldInItsWords() async throws {
    let text = (0..<50_000).map { "\($0 &* 7_919 % 100_003)" }.joined()
    let gzipped = try await gzip("{\"endContent\":\"\(text)\"}")
    for bytes in [
      Array(gzipped.dropLast(9)), Array(gzipped.prefix(5)), gzipped.prefix(2) + gzipped,
    ] {
      let error = try await importError { _ = try await EditingTrace(Array(bytes)) }
      #expect(error.code == .malformed)
      #expect(error.description.contains("gzip: "), "\(error)")
    }
  }

  @Test func gzipThatHoldsTooMuchIsRefused() async throws {
    let gzipped = try await gzip(String(repeating: " ", count: 1 << 20))
    let error = try await importError {
      _ = try await EditingTrace(gzipped, byteCountMax: 1 << 19)
    }
    #expect(error.description.contains("524288 bytes"))
  }
}
