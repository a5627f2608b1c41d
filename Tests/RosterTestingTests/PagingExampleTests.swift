import Roster
import RosterTesting
import Testing

// PagingAndOutbox.md shows what is between the marks; a test compares the two.
// begin example
struct Note: Codable, Equatable, Sendable { var number: Int, text: String }

/// A row of a timeline, the newest at the top: a note, or a gap whose notes only the server has.
enum Row: Codable, Equatable, Sendable {
  case note(Note)
  case gap(below: Int)

  var key: Int {
    switch self {
    case .note(let note): note.number
    case .gap(let below): -below
    }
  }
}

/// Gives the notes below a number, the newest first, at most 20 of them.
protocol NoteServer: Sendable {
  func notes(below number: Int) async throws -> [Note]
}

struct Timeline: Sendable {
  let list: ListDataSource<Row, String, Never>
  let server: any NoteServer

  init(_ location: ListLocation, server: any NoteServer) throws {
    list = try ListDataSource(location, key: \.key)
    self.server = server
  }

  /// Gets the newest notes, when the screen appears or is pulled down.
  func refresh() async throws {
    let page = try await server.notes(below: .max)
    try await list.change { _, change in try change.place(page, at: 0) }
  }

  /// Takes a note that comes by itself, such as by a push; below it is a gap until that is filled.
  func receive(_ note: Note) async throws {
    try await list.change { _, change in
      guard try change.item(key: note.number) == nil else { return }
      try change.insert(contentsOf: [.note(note), .gap(below: note.number)], at: 0)
    }
  }

  /// Gets some of the notes of a gap, when it becomes visible.
  func fill(_ gap: ItemID) async throws {
    guard let path = try list.snapshot.path(of: gap),
      case .gap(let below) = try list.snapshot.model(at: path)
    else { return }
    let page = try await server.notes(below: below)
    try await list.change { _, change in
      // Another call may have filled it meanwhile.
      guard let path = try? change.path(of: gap) else { return }
      try change.remove(gap)
      try change.place(page, at: path.item)
    }
  }
}

extension ListDraft<Row, String> {
  /// Inserts what is not there of a page, each note below the one before it. If the last of a full page was not there, a
  /// gap follows.
  mutating func place(_ page: [Note], at index: Int) throws {
    var (index, endsInGap) = (index, false)
    for note in page {
      endsInGap = page.count == 20
      if let item = try item(key: note.number) {
        (index, endsInGap) = (try path(of: item).item, false)
      } else {
        try insert(.note(note), at: index)
      }
      index += 1
    }
    if endsInGap { try insert(.gap(below: page[19].number), at: index) }
  }
}
// end example

private actor Notes: NoteServer {
  private var numbers: [Int] = []
  private var random: SeededRandom
  private let clock: ManualClock

  init(_ count: Int, seed: UInt64, _ clock: ManualClock) {
    (numbers, self.clock) = (Array(1...count), clock)
    random = SeededRandom(seed: seed)
  }

  func write(_ count: Int) {
    // Numbers are not without holes.
    for _ in 0..<count { numbers.append((numbers.last ?? 0) + 1 + random.index(below: 3)) }
  }

  var all: [Int] { numbers.reversed() }

  /// One that comes by itself, without those before it.
  var newest: Note { Note(number: numbers.last ?? 0, text: "pushed") }

  func notes(below number: Int) async throws -> [Note] {
    try await clock.sleep(for: .milliseconds(random.index(below: 500)))
    return numbers.filter { $0 < number }.suffix(20).reversed().map {
      Note(number: $0, text: "note \($0)")
    }
  }
}

@Suite("Example: paging") struct PagingExampleTests {
  /// Refreshes and gaps that are filled at once, twice and in any order, while notes are written.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: 0..<50 as Range<UInt64>)
  func allNotesAreThereOnceInTheirOrder(seed: UInt64) throws {
    let schedule = SeededSchedule(seed: seed)
    try schedule.run {
      let server = Notes(75, seed: seed, schedule.clock)
      let timeline = try Timeline(.memory(list: "timeline"), server: server)
      var random = SeededRandom(seed: seed)
      for _ in 0..<6 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await timeline.refresh() }
          if random.happens(percent: 50) { group.addTask { try await timeline.refresh() } }
          for gap in try Self.gaps(timeline) where random.happens(percent: 70) {
            for _ in 0..<2 { group.addTask { try await timeline.fill(gap) } }
          }
          await server.write(random.index(below: 60))
          if random.happens(percent: 50) {
            let note = await server.newest
            group.addTask { try await timeline.receive(note) }
          }
          try await group.waitForAll()
        }
      }
      try await timeline.refresh()
      while let gap = try Self.gaps(timeline).first { try await timeline.fill(gap) }
      let all = await server.all
      #expect(try timeline.list.snapshot.models().map(\.key) == all)
      await timeline.list.close()
    }
  }

  private static func gaps(_ timeline: Timeline) throws -> [ItemID] {
    try timeline.list.snapshot.items().compactMap { item in
      if case .gap = item.model { item.id } else { nil }
    }
  }
}
