import RosterAttacks

/// What the fuzzer attacks: a reader of bytes, or something that is built from them.
///
/// Each target does with its input what the program does, and then holds the result against what must
/// be true of it. An input that is refused with an error is fine.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// The JSON parser.
  case json
  /// The reader of changeset logs.
  case log
  /// Verification and application of changesets, which are built from the bytes.
  case changeset
  /// The decoder of journal rows.
  case journal
  /// The decoder of leaf pages.
  case leaf
  /// The reader of cases of layout, and the solver.
  case layout
  /// The solver with trees that are built from the bytes.
  case solver
  /// The importer of editing traces.
  case trace
  /// The parser of git's output.
  case git
  /// The renderer's end of the wire protocol: lines of a program.
  case views
  /// The program's end of the wire protocol: lines of a renderer.
  case reports
  /// The session of a page: messages of a browser, and changes of the list.
  case pages
  /// The targets of requests, and what the inspector is asked by them.
  case requests
  /// The requests of devices to a hub.
  case asked
  /// The answers of a hub to devices.
  case answered

  /// Does with some bytes what the target does.
  ///
  /// - Throws: A `FuzzFinding` if something is not as it must be. What ends the process is a finding
  ///   as well.
  package func run(_ bytes: [UInt8]) async throws {
    switch self {
    case .json: try JSONFuzzing.run(bytes)
    case .log: try LogFuzzing.run(bytes)
    case .changeset: try ChangesetFuzzing.run(bytes)
    case .journal: try JournalFuzzing.runJournal(bytes)
    case .leaf: try JournalFuzzing.runLeaf(bytes)
    case .layout: try LayoutFuzzing.runCases(bytes)
    case .solver: try LayoutFuzzing.runTree(bytes)
    case .trace: try await ImportFuzzing.runTrace(bytes)
    case .git: try ImportFuzzing.runGit(bytes)
    case .views: try WireFuzzing.runViews(bytes)
    case .reports: try WireFuzzing.runReports(bytes)
    case .pages: try await PageFuzzing.runMessages(bytes)
    case .requests: try await PageFuzzing.runRequest(bytes)
    case .asked: try MessageFuzzing.run(bytes, .requests)
    case .answered: try MessageFuzzing.run(bytes, .answers)
    }
  }
}

/// Something that is not as it must be.
package struct FuzzFinding: Error, CustomStringConvertible {
  package let description: String

  /// Makes a finding that says what must be, and what is.
  init(_ description: String) { self.description = description }

  /// Throws a finding unless a condition holds.
  static func require(_ condition: Bool, _ description: @autoclosure () -> String) throws {
    if !condition { throw FuzzFinding(description()) }
  }
}

/// Bytes that are taken one after the other for choices; zeros when they are used up.
struct FuzzInput {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

  /// A number from 0 up to, not including, `count`; 0 if `count` is 0.
  mutating func index(below count: Int) -> Int { count > 0 ? byte() % count : 0 }

  /// A number of a range.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + index(below: range.count)
  }

  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[index(below: elements.count)]
  }
}
