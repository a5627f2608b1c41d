import Foundation
import RosterCore
import RosterEngine
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterPages

/// The session in `FORMATS.md` is what the code says.
@Suite struct PageDocumentTests {
  /// The messages of both sides, with an arrow before each.
  private static func session() async throws -> [String] {
    let stand = try Stand()
    try await stand.apply(
      JSONChange {
        $0.insertSection(at: 0, ["name": "Today"])
        $0.insertItems(
          [["text": "Tea"], ["text": "Bread"], ["text": "Milk"]],
          at: ItemPath(section: 0, item: 0))
      })
    let session = try stand.site.openSession(at: ["lists", "test", "feed"])
    var lines: [String] = []
    func say(_ text: String) throws {
      lines.append("⇠ \(text)")
      try session.receive(Array(text.utf8))
    }
    func hear() async {
      lines.append("⇢ \(String(decoding: await session.nextMessage() ?? [], as: UTF8.self))")
    }
    try say(#"{"hello":[1],"first":0,"count":4}"#)
    await hear()
    await hear()
    try say(#"{"window":{"first":1,"count":3},"anchor":{"key":"i2","slot":2},"shown":1}"#)
    await hear()
    try say(#"{"shown":2}"#)
    try await stand.apply(
      JSONChange {
        $0.insertItem(["text": "Honey"], at: ItemPath(section: 0, item: 0))
        $0.updateItem(at: ItemPath(section: 0, item: 2), ["text": "Oat milk"])
      })
    await hear()
    try say(#"{"shown":3}"#)
    try say(#"{"id":1,"find":{"text":"tea","from":"i2","direction":"forward"}}"#)
    await hear()
    try say(#"{"id":2,"undo":true}"#)
    await hear()
    // What is not allowed ends the session.
    _ = try? say(#"{"id":3}"#)
    await hear()
    await stand.close()
    return lines
  }

  @Test func sessionInTheDocumentIsWhatTheCodeSays() async throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let text = try String(contentsOf: root.appending(path: "Sources/FORMATS.md"), encoding: .utf8)
    let written = text.split(separator: "\n").filter { $0.hasPrefix("⇢ ") || $0.hasPrefix("⇠ ") }
    let session = try await Self.session()
    #expect(written.map(String.init) == session, "\(session.joined(separator: "\n"))")
  }
}
