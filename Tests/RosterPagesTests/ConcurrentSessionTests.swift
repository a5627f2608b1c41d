import RosterCore
import RosterEngine
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterPages

/// Pages that read while the list changes.
@Suite struct ConcurrentSessionTests {
  @Test func allPagesArriveAtTheLastRevision() async throws {
    let stand = try Stand()
    try await stand.fill([60, 0, 60])
    let list = stand.list
    var clients: [Client] = []
    for first in [0, 10, 50, 100] { clients.append(try stand.connect(first: first, count: 30)) }
    let writer = Task {
      var changesets = RandomChangesets(seed: 11)
      for step in 0..<60 {
        let snapshot = list.snapshot
        let counts = (0..<snapshot.sectionCount).map { snapshot.itemCount(inSection: $0) }
        let parts = changesets.valid(for: counts)
        try await list.apply(parts.jsonChangeset(models: "\(step):"))
      }
    }
    let histories = try await withThrowingTaskGroup(of: Reader.self) { group in
      for client in clients {
        let reader = Reader(session: client.session)
        group.addTask {
          var reader = reader
          try await reader.read(until: 61)
          return reader
        }
      }
      var readers: [Reader] = []
      for try await reader in group { readers.append(reader) }
      return readers
    }
    try await writer.value
    for reader in histories {
      // Each update is what the list was, also in the middle of the changes.
      for (page, revision) in reader.pages {
        let rows = try list.snapshot(at: revision).naiveRows()
        let end = page.first + page.rows.count
        #expect(end <= rows.count)
        if end <= rows.count { #expect(page.rows == Array(rows[page.first..<end])) }
      }
    }
    await stand.close()
  }

  private struct Reader: Sendable {
    let session: ListSession
    var pages: [(page: ModelPage, revision: Int)] = []

    init(session: ListSession) { self.session = session }

    mutating func read(until revision: Int) async throws {
      var page = ModelPage()
      var random = SplitMix64(seed: 5)
      while page.revision < revision, let bytes = await session.nextMessage() {
        let message = try JSONParser().parse(bytes)
        guard message["update"] != nil else { continue }
        try page.apply(message)
        pages.append((page, page.revision))
        if random.happens(percent: 30), let row = page.rows.randomElement(using: &random),
          let slot = page.slot(of: row.key)
        {
          try session.receive(
            JSONValue.object([
              "window": ["first": .number(Double(page.first)), "count": 30],
              "anchor": ["key": .string(row.key), "slot": .number(Double(slot))],
              "shown": .number(Double(page.number)),
            ]).bytes)
        } else {
          try session.receive(
            JSONValue.object(["shown": .number(Double(page.number))]).bytes)
        }
      }
    }
  }
}
