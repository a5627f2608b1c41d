import Foundation
import Roster
import RosterTestKit
import RosterTestSupport
import Testing

/// What the first release had. It says so, which makes no difference.
private struct FirstMail: VersionedModel, Equatable {
  static var modelVersion: Int { 1 }
  var number: Int
  var subject: String
  var from: String
  var isStarred = false

  static func model(migrating earlier: EarlierModel) throws -> FirstMail {
    throw StorageError(.failed, "there is none")
  }
}

/// The sender is a person.
private struct SecondMail: VersionedModel, Equatable {
  struct Person: Codable, Equatable, Sendable { var name: String }

  static var modelVersion: Int { 2 }
  var number: Int
  var subject: String
  var sender: Person
  var isStarred: Bool

  init(_ mail: FirstMail) {
    (number, subject, isStarred) = (mail.number, mail.subject, mail.isStarred)
    sender = Person(name: mail.from)
  }

  static func model(migrating earlier: EarlierModel) throws -> SecondMail {
    SecondMail(try earlier.decode(FirstMail.self))
  }
}

/// A star has become a priority, and the subject a title.
private struct Mail: VersionedModel, Equatable {
  static var modelVersion: Int { 3 }
  var number: Int
  var title: String
  var sender: SecondMail.Person
  var priority: Int

  init(_ mail: SecondMail) {
    (number, title, sender) = (mail.number, mail.subject, mail.sender)
    priority = mail.isStarred ? 1 : 0
  }

  static func model(migrating earlier: EarlierModel) throws -> Mail {
    Mail(try earlier.decode(SecondMail.self))
  }
}

/// A section, which has got a color.
private struct Folder: VersionedModel, Equatable {
  struct Former: Codable, Equatable, Sendable { var name: String }

  static var modelVersion: Int { 2 }
  var name: String
  var color: String

  init(_ folder: Former) { (name, color) = (folder.name, "grey") }

  static func model(migrating earlier: EarlierModel) throws -> Folder {
    Folder(try earlier.decode(Former.self))
  }
}

@Suite("Models that change")
struct ModelVersionTests {
  private typealias First = ListDataSource<FirstMail, Folder.Former, Never>
  private typealias Latest = ListDataSource<Mail, Folder, Never>

  private static func latest(_ mail: FirstMail) -> Mail { Mail(SecondMail(mail)) }

  private static func rows<Model: Sendable, Section: Sendable>(
    _ snapshot: ListSnapshot<Model, Section>
  ) throws -> ListRows<Model, Section> {
    ListRows(
      try (0..<snapshot.sectionCount).map { section in
        .init(
          model: try snapshot.sectionModel(at: section),
          items: try snapshot.models(inSection: section))
      })
  }

  /// A list of the first release as the latest one is to read it.
  private static func read(
    _ snapshot: ListSnapshot<FirstMail, Folder.Former>
  ) throws -> ListRows<Mail, Folder> {
    ListRows(
      try rows(snapshot).sections.map {
        .init(model: $0.model.map(Folder.init), items: $0.items.map(latest))
      })
  }

  /// Makes a change of the first release.
  ///
  /// - Parameter number: The number of the last mail.
  private static func changeset(
    _ parts: ChangesetParts, number: inout Int
  ) throws -> Changeset<FirstMail, Folder.Former> {
    let plain = parts.changeset()
    func mails(_ count: Int) -> [FirstMail] {
      (0..<count).map { _ in
        number += 1
        return FirstMail(
          number: number, subject: "mail \(number)", from: "person \(number * 7 % 9)",
          isStarred: number % 3 == 0)
      }
    }
    return try #require(
      Changeset(
        validating: plain.outline, updatedModels: mails(plain.updatedModels.count),
        insertedModels: mails(plain.insertedModels.count),
        updatedSectionModels: plain.updatedSectionModels.map { $0.map(Folder.Former.init) },
        insertedSectionModels: plain.insertedSectionModels.map { $0.map(Folder.Former.init) }))
  }

  /// Makes changes in the first release, and returns the list at each revision as the latest one is to read it.
  private func history(
    _ list: First, count: Int, seed: UInt64
  ) throws -> [ListRows<Mail, Folder>] {
    var changesets = RandomChangesets(seed: seed)
    var all = [try Self.read(list.snapshot)]
    var number = 0
    for _ in 0..<count {
      let snapshot = list.snapshot
      let parts = changesets.valid(
        for: (0..<snapshot.sectionCount).map(snapshot.state.itemCount(inSection:)))
      try list.applySynchronously(.changeset(Self.changeset(parts, number: &number)))
      all.append(try Self.read(list.snapshot))
    }
    return all
  }

  @Test(arguments: [(1, 100), (2, 100), (3, 100)] as [(UInt64, Int)])
  func everyRevisionIsReadUndoneAndRedone(seed: UInt64, count: Int) async throws {
    try await Self.readAll(seed: seed, count: count, history)
  }

  @Test func aThousandRevisionsAreReadUndoneAndRedone() async throws {
    try await Self.readAll(seed: 4, count: 1_000, history)
  }

  private static func readAll(
    seed: UInt64, count: Int,
    _ history: (First, Int, UInt64) throws -> [ListRows<Mail, Folder>]
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "mail.sqlite")
    let first = try First(.file(path, list: "inbox"))
    let all = try history(first, count, seed)
    await first.close()

    let latest = try Latest(.file(path, list: "inbox"))
    #expect(latest.snapshot.revision == count)
    for (revision, rows) in all.enumerated() {
      #expect(try Self.rows(latest.snapshot(at: revision)) == rows, "seed \(seed), \(revision)")
    }
    // A subscriber that has seen nothing.
    var batches = try latest.batches(after: 0).makeAsyncIterator()
    var rows = all[0]
    var revision = 0
    while revision < count {
      let batch = try #require(try await batches.next())
      rows = try rows.applying(batch.changes.operations)
      revision = batch.target.revision
      #expect(rows == all[revision], "seed \(seed), \(revision)")
    }
    while try latest.canUndo() { try await latest.apply(.undo()) }
    #expect(try Self.rows(latest.snapshot) == all[0])
    while try latest.canRedo() { try await latest.apply(.redo()) }
    #expect(try Self.rows(latest.snapshot) == all[count])
    await latest.close()
    let store = try SQLiteStore(path: path)
    #expect(try store.check() == [])
    try store.close()
  }

  /// Every changeset of the first release over a small list is read, compacted, rewritten, undone and redone.
  @Test(arguments: [([1], 1), ([2], 0), ([1, 1], 0), ([2, 1], 0)])
  func allChangesetsOfAnEarlierReleaseAreRead(counts: [Int], insertedCount: Int) async throws {
    var all: [ChangesetParts] = []
    ValidChangesets(counts: counts, insertedSections: insertedCount, insertedItems: insertedCount)
      .forEach { all.append($0) }
    for (index, parts) in all.enumerated() {
      let text: Comment = "\(parts.changeset())"
      let store = try SQLiteStore.inMemory()
      let stored = try #require(try store.list(named: "inbox"))
      let first = try First(.stored(stored))
      var (number, contents) = (0, ChangesetParts())
      for (section, count) in counts.enumerated() {
        contents.insertedSections.append(section)
        contents.insertedItems += (0..<count).map { ItemPath(section: section, item: $0) }
      }
      var expected = [try Self.read(first.snapshot)]
      for parts in [contents, parts] {
        try first.applySynchronously(.changeset(Self.changeset(parts, number: &number)))
        expected.append(try Self.read(first.snapshot))
      }
      await first.close()

      let latest = try Latest(.stored(stored))
      for (revision, rows) in expected.enumerated() {
        #expect(try Self.rows(latest.snapshot(at: revision)) == rows, text)
      }
      try latest.compact(JournalRetention(revisionCountMax: index % 3))
      let oldest = try latest.oldestRevision
      let rewritten = try await latest.rewriteModels(chunkSize: 1 + index % 4)
      #expect(rewritten.remaining == 0 || oldest < 2, text)
      for revision in oldest...2 {
        #expect(try Self.rows(latest.snapshot(at: revision)) == expected[revision], text)
      }
      while try latest.canUndo() { try latest.applySynchronously(.undo()) }
      #expect(try Self.rows(latest.snapshot) == expected[oldest], text)
      while try latest.canRedo() { try latest.applySynchronously(.redo()) }
      #expect(try Self.rows(latest.snapshot) == expected[2], text)
      await latest.close()
      #expect(try store.check() == [], text)
    }
  }

  @Test func anEarlierReleaseLosesNothingOfALaterOne() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "mail.sqlite")
    var shared = DataSourceConfiguration()
    shared.isShared = true
    func openFirst() throws -> First {
      try First(.file(path, list: "inbox"), configuration: shared)
    }
    var first = try openFirst()
    let old = try await first.change { _, draft in
      try draft.append(FirstMail(number: 1, subject: "one", from: "Ada"))
    }.value
    let latest = try Latest(.file(path, list: "inbox"), configuration: shared)
    let second = Mail(SecondMail(FirstMail(number: 2, subject: "two", from: "Bo", isStarred: true)))
    let new = try await latest.change { _, draft in try draft.append(second) }.value

    // It does not go on from what it cannot show.
    let lag = #expect(throws: StorageError.self) { try first.catchUp() }
    #expect(lag?.code == .newerModel)
    let stale = await #expect(throws: DataSourceError.self) {
      try await first.change { _, draft in try draft.update(old) { $0.subject = "uno" } }
    }
    #expect(stale?.storageCode == .newerModel && stale?.isStorageFailure == false)
    #expect(try first.snapshot.models().map(\.subject) == ["one"])
    await first.close()

    // Opened again, it has what it can read, and does not write what it would have to read.
    first = try openFirst()
    #expect(try first.snapshot.models(inSection: 0, 0..<1).map(\.subject) == ["one"])
    let error = #expect(throws: StorageError.self) { try first.snapshot.models() }
    #expect(
      error?.message == """
        the model of item 2 does not decode: version 3 of FirstMail has written it, and this is version 1; update the \
        application
        """)
    let refusal = await #expect(throws: DataSourceError.self) {
      try await first.change { _, draft in try draft.update(new) { $0.subject = "x" } }
    }
    #expect(refusal?.storageCode == .newerModel && refusal?.isStorageFailure == false)
    try await first.change { _, draft in
      try draft.update(old) { $0.subject = "uno" }
      try draft.move(new, before: old)
    }
    try latest.catchUp()
    #expect(
      try latest.snapshot.models() == [
        second, Self.latest(FirstMail(number: 1, subject: "uno", from: "Ada")),
      ])

    // What the later release has written to its mail as well is taken back.
    try await latest.change { _, draft in try draft.update(old) { $0.priority = 5 } }
    #expect(throws: StorageError.self) { try first.catchUp() }
    try await latest.apply(.undo())
    await first.close()
    first = try openFirst()
    #expect(try first.snapshot.model(at: ItemPath(section: 0, item: 1))?.subject == "uno")
    await first.close()
    await latest.close()
  }

  @Test func theVersionStandsInTheModel() throws {
    let codec = JSONModelCodec<Mail>()
    let first = FirstMail(number: 1, subject: "one", from: "Ada")
    let plain = StoredValue.text(
      #"{"from":"Ada","isStarred":false,"number":1,"subject":"one"}"#)
    #expect(try JSONModelCodec<FirstMail>().encode(first) == plain)
    let mail = Mail(SecondMail(first))
    let stamped = StoredValue.text(
      #"{"$version":3,"number":1,"priority":0,"sender":{"name":"Ada"},"title":"one"}"#)
    #expect(try codec.encode(mail) == stamped)
    #expect(try codec.decode(stamped) == mail)
    #expect(try codec.decode(plain) == mail)
  }
}

extension DataSourceError {
  fileprivate var storageCode: StorageError.Code? {
    if case .storage(let error) = self { error.code } else { nil }
  }
}
