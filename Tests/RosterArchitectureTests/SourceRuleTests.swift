import Testing

/// What must not stand in sources, since it would end an application in a way it cannot handle, and in
/// tests, since it fails on a busy machine.
struct SourceRuleTests {
  private static func sources() throws -> [SourceTree.File] {
    try SourceTree.files(under: ["Sources", "Migrations", "Tools"], ending: ".swift")
  }

  @Test(arguments: ["try!", "as!", "fatalError()", "try? await Task.sleep", "@testable"])
  func sourcesAreWithout(_ words: String) throws {
    for file in try Self.sources() {
      for (index, line) in file.lines.enumerated() where !isComment(line) {
        #expect(!line.contains(words), "\(file.path):\(index + 1)")
      }
    }
  }

  @Test func nothingIsForceUnwrapped() throws {
    // A value, then `!`, then something other than `=`; or a type with `!`.
    let unwrap = /[\w\])}]!(?!=)/
    for file in try Self.sources() {
      for (index, line) in file.lines.enumerated() where !isComment(line) {
        let code = line.replacing(/"(?:[^"\\]|\\.)*"/, with: "")
        #expect(code.firstMatch(of: unwrap) == nil, "\(file.path):\(index + 1)")
      }
    }
  }

  @Test func onlyGuardedThingsAreUncheckedSendable() throws {
    for file in try Self.sources() {
      for (index, line) in file.lines.enumerated()
      where !isComment(line)
        && (line.contains("@unchecked Sendable") || line.contains("nonisolated(unsafe)"))
      {
        let before = file.lines[..<index].last {
          !$0.allSatisfy(\.isWhitespace) && !isAttribute($0)
        }
        #expect(before.map(isComment) ?? false, "\(file.path):\(index + 1) has no proof above it")
      }
    }
  }

  /// In a type that other modules may not use inlined, `@inlinable` has no effect, and no warning says so:
  /// generic code is not compiled for the types of its callers.
  @Test func typesWithInlinableCodeAreUsableFromInline() throws {
    let type = /\b(?:struct|enum|class|actor) \w/
    for file in try Self.sources() where file.lines.contains(where: { $0.contains("@inlinable") }) {
      for (index, line) in file.lines.enumerated() where !isComment(line) {
        guard line.hasPrefix("package "), line.firstMatch(of: type) != nil else { continue }
        let attributes = file.lines[..<index].reversed().prefix(while: isAttribute)
        #expect(
          attributes.contains { $0.contains("@usableFromInline") }, "\(file.path):\(index + 1)")
      }
    }
  }

  /// A file whose interface changes has all files compiled that use what it declares; and members of `Array` are looked
  /// up in each file that extends it. So what extends a type that all files use stands apart from what is edited often:
  /// a private function beside an extension of `Array` had the whole room compiled.
  @Test(arguments: ["RosterCore", "RosterEngine"])
  func extensionsOfTypesThatAllFilesUseStandInSmallFiles(_ room: String) throws {
    let common =
      /^(?:\w+ )?extension (?:\[|(?:Array|Bool|Collection|Dictionary|Double|Int|Optional|Range|Sequence|Set|String)\b)/
    for file in try SourceTree.files(under: ["Sources/\(room)"], ending: ".swift")
    where file.lines.count > 80 {
      for (index, line) in file.lines.enumerated() {
        #expect(
          line.firstMatch(of: common) == nil,
          "\(file.path):\(index + 1) stands in a file of its own")
      }
    }
  }

  // MARK: Tests

  /// What lets time pass, or looks again and again, instead of waiting for an event.
  private static var pause: Regex<Substring> {
    /(?:Task|Thread|time)\.sleep|\b(?:usleep|nanosleep|sched_yield)\b|Task\.yield|\bsleep(?:", "| |\()[0-9.]/
  }

  /// The files with lines that pause, how many, and why nothing is waited for there, or nothing tells of
  /// it. What a program does that a test starts is its own matter.
  private static let pausingFiles: [String: (lineCount: Int, reason: String)] = [
    "PhotoAppTests/GalleryTests.swift": (1, "a pause that is cancelled"),
    "RosterAppleTests/CollectionViewSourceTests.swift": (
      1, "nothing tells that a view is no longer busy"
    ),
    "RosterAttacks/Kills/KilledFile.swift": (1, "a process is killed at a random moment"),
    "RosterAttacks/Load/LoadAttack.swift": (1, "a subscriber that is slow"),
    "RosterAttacks/Suspensions/SuspendedProcess.swift": (
      2, "a process is suspended at a random moment"
    ),
    "RosterDerivedTests/SnapshotsAtOneBasisTests.swift": (
      1, "reads without pause beside a writer"
    ),
    "RosterDerivedTests/TogetherTests.swift": (1, "reads without pause beside a writer"),
    "RosterEngineTests/Changing/DurabilityTests.swift": (1, "reads without pause beside a writer"),
    "RosterEngineTests/Closing/ReopeningTests.swift": (
      1, "nothing tells that a list has begun to close"
    ),
    "RosterComponentListsTests/Components/OnDemandTests.swift": (
      1, "reads without pause beside writers"
    ),
    "RosterEngineTests/EndToEnd/EndToEndTests.swift": (1, "subscribers of several paces"),
    "RosterComponentListsTests/EndToEnd/RowHistoryTests.swift": (1, "a subscriber that is slow"),
    "RosterComponentListsTests/Load/LoadSubscriber.swift": (1, "a subscriber that is slow"),
    "RosterComponentListsTests/Load/LoadTests.swift": (
      2, "reads and scrolls without pause beside writers"
    ),
    "RosterEngineTests/Reading/SnapshotTests.swift": (1, "reads without pause beside a writer"),
    "RosterEngineTests/Subscribers/DeliveryTests.swift": (1, "subscribers of several paces"),
    "RosterComponentListsTests/Updates/UpdateTests.swift": (1, "other orders of what runs at once"),
    "RosterGRDBTests/WritingTests.swift": (1, "nothing tells that a write waits for a lock"),
    "RosterWebTests/Hubs/HubFaultTests.swift": (
      2, "faults that last; a device that tries again after a while, as the hub bounds their rate"
    ),
    "RosterWebTests/Hubs/Support/SyncingUser.swift": (1, "a device that tries again after a while"),
    "RosterReplayTests/Import/GitHistoryErrorTests.swift": (1, "a receiver that is slow"),
    "RosterSchedule/Task+Pause.swift": (
      2, "a network that is slow, with a schedule and without"
    ),
    "RosterStoreTests/Connections/ConnectionTests.swift": (
      2, "nothing tells that a thread waits for a lock"
    ),
    "RosterStoreTests/CrashTests.swift": (2, "a process is killed at a random moment"),
    "RosterStoreTests/Opening/LockedFileTests.swift": (1, "a lock that is held for a while"),
    "RosterTestSupport/WriterPair.swift": (3, "a process is killed or stopped at a random moment"),
    "RosterTests/StateCrashTests.swift": (1, "a process is killed at a random moment"),
    "RosterToolTests/ConformanceCommandTests.swift": (6, "renderers that hang"),
    "RosterToolTests/TerminalWalk.swift": (1, "nothing tells what another process has stored"),
    "RosterWebTests/Support/StubSite.swift": (1, "a session that always has something to send"),
    "RosterWebTests/WebServerBoundsTests.swift": (2, "clients that send slowly"),
    "RosterArchitectureTests/SourceRuleTests.swift": (5, "the words of these rules"),
  ]

  @Test func testsWaitForEventsInsteadOfPausing() throws {
    let pause = Self.pause
    var lineCounts: [String: Int] = [:]
    for file in try SourceTree.files(under: ["Tests"], ending: ".swift") {
      let path = String(file.path.dropFirst("Tests/".count))
      if path.prefix(while: { $0 != "/" }).hasSuffix("Child") { continue }
      for (index, line) in file.lines.enumerated() where !isComment(line) {
        guard let words = line.firstMatch(of: pause)?.output else { continue }
        lineCounts[path, default: 0] += 1
        #expect(Self.pausingFiles[path] != nil, "\(file.path):\(index + 1) has \(words)")
      }
    }
    #expect(lineCounts == Self.pausingFiles.mapValues(\.lineCount))
  }

  @Test(arguments: [
    "while !isDone { await Task.yield() }", "try await Task.sleep(for: .milliseconds(10))",
    "Thread.sleep(forTimeInterval: 0.1)", "{ sched_yield() }",
    "until [ -s out ]; do sleep 0.05; done",
  ])
  func pausesAreFound(_ line: String) { #expect(line.contains(Self.pause)) }

  /// `Process.start()` of the kit says why.
  @Test func testsStartOneProcessAtATime() throws {
    for file in try SourceTree.files(under: ["Tests"], ending: ".swift")
    where !file.path.hasSuffix("RosterTestKit/ProcessStart.swift") {
      for (index, line) in file.lines.enumerated() where !isComment(line) {
        #expect(line.firstMatch(of: /rocess\.run\(\)/) == nil, "\(file.path):\(index + 1)")
      }
    }
  }

  /// Whether a line is an attribute of the declaration in the next one.
  private func isAttribute(_ line: Substring) -> Bool {
    line.drop(while: \.isWhitespace).hasPrefix("@")
  }

  private func isComment(_ line: Substring) -> Bool {
    line.drop(while: \.isWhitespace).hasPrefix("//")
  }
}
