import GRDB
import Roster
import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterDerived

@Suite("Derived lists: search")
struct SearchTests {
  private struct Mail: Codable, Hashable, Sendable {
    var subject: String
    var text = ""
    var day = 1
  }

  private typealias Mails = ListDataSource<Mail, String, Never>

  private static let mails = [
    Mail(
      subject: "Lunch at noon",
      text: "Don't be late! \u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}",
      day: 1),
    Mail(subject: "\u{DC}ber-lunch", text: "see \"menu\".pdf", day: 3),
    Mail(
      subject: "Dinner",
      text: "after lunch; 12:30 \u{2014} \u{4E2D}\u{6587}, \u{418}\u{306}\u{43E}\u{433}\u{430}",
      day: 2),
  ]

  private func source(in store: any JointStorage, _ mails: [Mail] = mails) throws -> Mails {
    let list = try #require(try store.storedList(named: "mails", create: true))
    let source = try Mails(.stored(list))
    if source.snapshot.revision == 0 {
      try source.changeSynchronously { _, draft in try draft.append(contentsOf: mails) }
    }
    return source
  }

  private func definition(
    _ source: Mails, _ text: String, version: String = "1", insideWords: Bool = false,
    byRelevance: Bool = false
  ) -> DerivedDefinition<Mail, Ungrouped> {
    source.derived("found", version: version)
      .search(text, insideWords: insideWords, byRelevance: byRelevance) { [$0.subject, $0.text] }
      .sorted { [.descending($0.day)] }
  }

  private func days(_ list: ListDataSource<Mail, Ungrouped, Never>) throws -> [Int] {
    try list.snapshot.models().map(\.day)
  }

  /// What is searched for, and the days of the mails that have words which begin so.
  private static let beginnings: [(search: String, days: [Int])] = [
    ("lunch", [3, 2, 1]), ("LUN", [3, 2, 1]), ("noon lunch", [1]), ("lunch dinner noon", []),
    ("uber", [3]), ("\u{FC}BER-LU", [3]), ("u\u{308}ber", [3]), ("ber", []), ("don't", [1]),
    ("\"menu\".pdf", [3]), ("menu pdf", [3]), ("12:30", [2]), ("\u{4E2D}\u{6587}", [2]),
    ("", [3, 2, 1]), (" \n", [3, 2, 1]), ("--", [3, 2, 1]), ("\u{1F389}", [3, 2, 1]),
    ("-- noon", [1]), ("noon AND dinner", []), ("NOT x", []), ("lunch*", [3, 2, 1]),
    ("text: lunch", []), ("\"", [3, 2, 1]), ("no\0on", []), ("(", [3, 2, 1]), ("late", [1]),
    ("noon\u{A0}late", [1]), ("lun-noo", [1]), ("noon-don", [1]), ("menu see", [3]),
    // Written in one code point a letter, and in several.
    ("\u{43}\u{D55C}\u{AD6D}", []), ("\u{D55C}\u{AD6D}", [1]), ("\u{439}\u{43E}\u{433}", [2]),
    (String(repeating: "lunch ", count: 5_000), [3, 2, 1]),
  ]

  @Test(arguments: beginnings)
  func wordsBeginWithWhatIsSearchedFor(search: String, days: [Int]) async throws {
    let store = try SQLiteStore.inMemory()
    try await expect(search, days, "dinner", insideWords: false, in: source(in: store))
  }

  private func expect(
    _ search: String, _ days: [Int], _ other: String, insideWords: Bool, in source: Mails
  ) async throws {
    let found = try definition(source, search, insideWords: insideWords).open()
    #expect(try self.days(found.list) == days, "\(search.prefix(20))")
    try await found.search(other)
    #expect(try self.days(found.list) == [2])
    try await found.search(search)
    #expect(try self.days(found.list) == days, "\(search.prefix(20))")
    await found.close()
  }

  /// What is searched for, and the days of the mails that have words with such a part.
  private static let parts: [(search: String, days: [Int])] = [
    ("unc", [3, 2, 1]), ("UNC", [3, 2, 1]), ("oon", [1]), ("o", [1]), ("e", [3, 2, 1]),
    ("nn", [2]), ("BER un", [3]), ("nch oo", [1]), ("xyz", []), ("unc xyz", []),
    ("\u{FC}nch", [3, 2, 1]), ("u\u{308}nch", [3, 2, 1]), ("a\u{301}t", [1]),
    ("\u{6587}", [2]), ("2", [2]), ("2:3", [2]), ("don't", [1]), ("on't", [1]),
    ("", [3, 2, 1]), ("--", [3, 2, 1]), ("noon AND dinner", []), ("unc*", [3, 2, 1]),
    // Written in one code point a letter, and in several.
    ("\u{AD6D}", [1]), ("\u{43E}\u{433}", [2]), ("\u{439}", [2]),
    (String(repeating: "unch ", count: 5_000), [3, 2, 1]),
  ]

  @Test(arguments: parts)
  func partsOfWordsAreFound(search: String, days: [Int]) async throws {
    let store = try SQLiteStore.inMemory()
    try await expect(search, days, "inn", insideWords: true, in: source(in: store))
  }

  @Test(.enabled(if: SearchedStore.all.contains(.server)))
  func aServerFindsTheSame() async throws {
    let store = try SearchedStore.server.make()
    let source = try source(in: store)
    let found = try definition(source, "dinner").open()
    #expect(try days(found.list) == [2])
    for (search, days) in Self.beginnings {
      try await found.search(search)
      #expect(try self.days(found.list) == days, "\(search.prefix(20))")
    }
    try await found.redefine(definition(source, "inn", insideWords: true))
    #expect(try days(found.list) == [2])
    for (search, days) in Self.parts {
      try await found.search(search)
      #expect(try self.days(found.list) == days, "\(search.prefix(20))")
    }
    #expect(try SearchedStore.findings(store) == [])
  }

  /// Every text of up to four letters and spaces, and every part of up to three letters, alone and in pairs.
  @Test(arguments: SearchedStore.all)
  func everyPartOfASmallTextIsFound(kind: SearchedStore) async throws {
    var texts = [""]
    for _ in 0..<4 { texts += texts.flatMap { text in ["a", "b", " "].map { text + $0 } } }
    texts = Set(texts).sorted()
    #expect(texts.count == 121)
    let parts = Set(texts).filter { !$0.isEmpty && $0.count <= 3 && !$0.contains(" ") }.sorted()
    #expect(parts.count == 14)
    let pairs = parts.flatMap { part in ["b", "ab", "aba"].map { "\(part) \($0)" } }
    let store = try kind.make()
    let mails = zip(0..., texts).map { Mail(subject: $1, day: $0) }
    let source = try source(in: store, mails)
    let found = try definition(source, "", insideWords: true).open()
    for search in parts + pairs {
      try await found.search(search)
      let expected = mails.filter { mail in
        search.split(separator: " ").allSatisfy { mail.subject.contains($0) }
      }
      #expect(try self.days(found.list) == expected.map(\.day).reversed(), "\(search)")
    }
    #expect(try SearchedStore.findings(store) == [])
  }

  /// A part that is longer than what is indexed of a word, and one that FTS5 takes for several words.
  @Test(arguments: SearchedStore.all)
  func longPartsOfWordsAreFound(kind: SearchedStore) async throws {
    let store = try kind.make()
    let word = "abcdefghijklmnopqrstuvwxyz"
    let mails = zip(
      1..., [word, "\(word.prefix(20))-\(word.suffix(8))", "\(word.dropFirst(3))\(word)"]
    )
    .map { Mail(subject: $1, day: $0) }
    let devanagari = [
      "\u{939}\u{93F}\u{928}\u{94D}\u{926}\u{940} \u{92D}\u{93E}\u{937}\u{93E}",
      "\u{926}\u{928}",
    ]
    let source = try source(
      in: store, mails + zip(4..., devanagari).map { Mail(subject: $1, day: $0) })
    let found = try definition(source, "", insideWords: true).open()
    let searches: [(String, [Int])] = [
      (String(word.dropFirst().prefix(16)), [3, 2, 1]),
      (String(word.dropFirst().prefix(19)), [3, 2, 1]),
      (String(word.dropFirst().prefix(20)), [3, 1]),
      (String(word.dropFirst(2).prefix(18)) + "x", []),
      (String(word.dropFirst(7)) + "abc", [3]),
      ("\u{928}\u{94D}\u{926}\u{940}", [4]), ("\u{926}\u{94D}\u{928}", []), ("\u{928}", [5, 4]),
    ]
    for (search, days) in searches {
      try await found.search(search)
      #expect(try self.days(found.list) == days, "\(search)")
    }
    // What arrives is compared with the search as the index would.
    try await found.search(String(word.dropFirst(2).prefix(18)) + "x")
    try await source.change { _, draft in
      try draft.append(contentsOf: [
        Mail(subject: "\(word.prefix(20))x", day: 6), Mail(subject: word, day: 7),
      ])
    }
    try await found.bringUpToDate()
    #expect(try days(found.list) == [6])
    #expect(try SearchedStore.findings(store) == [])
  }

  @Test func theIndexIsOfTheKindThatTheDefinitionNeeds() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "mails.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    let queue = try DatabaseQueue(path: path)
    func counts(_ tables: [String]) async throws -> [Int] {
      try await queue.read { database in
        try tables.map { try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") ?? -1 }
      }
    }
    let (words, suffixes) = (
      ["indexed_list", "item_word_docsize"], ["suffix_list", "item_suffix_docsize"]
    )
    var found = try definition(source, "oon").open()
    #expect(try days(found.list) == [])
    #expect(try await counts(words) == [1, 3])
    #expect(try await counts(["sqlite_master WHERE name = 'item_suffix'"]) == [0])
    await found.close()
    // The version is the same.
    found = try definition(source, "oon", insideWords: true).open()
    #expect(try days(found.list) == [1])
    #expect(try await counts(words + suffixes) == [0, 0, 1, 3])
    // While it is open.
    try await found.redefine(definition(source, "oon"))
    #expect(try days(found.list) == [])
    #expect(try await counts(words + suffixes) == [1, 3, 0, 0])
    try await found.redefine(definition(source, "oon", insideWords: true))
    #expect(try days(found.list) == [1])
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in
      try draft.update(ids[0]) { $0.subject = "Lunch" }
      try draft.update(ids[1]) { $0.subject = "Moon" }
      try draft.remove(ids[2])
    }
    try await found.bringUpToDate()
    #expect(try days(found.list) == [3])
    #expect(try await counts(words + suffixes) == [0, 0, 1, 2])
    #expect(try store.check() == [])
    await found.close()
    try queue.close()
    await source.close()
    try store.close()
  }

  @Test(arguments: SearchedStore.all)
  func theBestMatchesComeFirst(kind: SearchedStore) async throws {
    let store = try kind.make()
    let source = try source(in: store)
    var found = try definition(source, "", byRelevance: true).open()
    #expect(try days(found.list) == [3, 2, 1], "as sorted")
    let searches: [(String, [Int])] = [
      // In the subjects of 3 and 1, and in the text of 2.
      ("lunch", [3, 1, 2]), ("lun", [3, 1, 2]), ("lunch noon", [1]), ("e", []),
      // 3 has "see" in its text, 1 and 2 nothing that begins so.
      ("s", [3]), ("d", [2, 1]), ("", [3, 2, 1]), ("l", [3, 1, 2]),
    ]
    for (search, days) in searches {
      try await found.search(search)
      #expect(try self.days(found.list) == days, "\(search)")
    }
    // A change of one moves no other one.
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    var batches = try found.list.batches().makeAsyncIterator()
    try await source.change { _, draft in try draft.update(ids[2]) { $0.subject = "L, dinner" } }
    let batch = try #require(try await batches.next())
    #expect(try days(found.list) == [2, 3, 1], "a whole word, in the first text")
    #expect(batch.changes.changeset.outline.removedItems == [])
    #expect(batch.changes.changeset.outline.movedItems.count == 1)
    // A longer text for which all are as good as for the shorter one moves none.
    try await source.change { _, draft in try draft.update(ids[2]) { $0.subject = "Lunches" } }
    _ = try await batches.next()
    #expect(try days(found.list) == [3, 2, 1])
    try await found.search("lu")
    let narrowed = try #require(try await batches.next())
    #expect(narrowed.changes.changeset.outline == ChangesetOutline())
    await found.close()
    found = try definition(source, "un", insideWords: true, byRelevance: true).open()
    #expect(try days(found.list) == [3, 2, 1])
    try await found.search("lunch")
    #expect(try days(found.list) == [3, 1, 2], "whole words first")
    try await found.redefine(definition(source, "lunch", insideWords: true))
    #expect(try days(found.list) == [3, 2, 1])
  }

  /// What a longer text finds is among what is shown, so that nothing is read for it.
  @Test(arguments: [false, true])
  func aNarrowedSearchReadsNothing(insideWords: Bool) async throws {
    let store = try SQLiteStore.inMemory()
    let mails = (0..<600).map { Mail(subject: $0 % 3 == 0 ? "lunch \($0)" : "tea \($0)", day: $0) }
    let source = try source(in: store, mails)
    let reads = AtomicCount()
    let found = try source.derived("found", version: "1") { mail -> Mail in
      reads.increment()
      return mail
    }
    .search("", insideWords: insideWords) { [$0.subject] }
    .sorted { [.descending($0.day)] }
    .open()
    var known = reads.value
    for search in ["l", "lu", "lun", "lunc", "lunch 5", "lunch 59"] {
      try await found.search(search)
      #expect(reads.value == known, "\(search)")
    }
    #expect(found.list.snapshot.itemCount == (insideWords ? 5 : 3))
    known = reads.value
    try await found.search("lunch")
    let shownCount = found.list.snapshot.itemCount
    #expect(shownCount == 200)
    #expect(reads.value - known <= 2 * shownCount, "what is found, and not the source")
  }

  @Test func anotherTextIsOneBatchAndLooksAtWhatItFinds() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "mails.sqlite")
    let calls = AtomicCount()
    func open(_ store: SQLiteStore, _ text: String) throws
      -> (Mails, DerivedList<Mail, Ungrouped, Never>)
    {
      let source: Mails = try self.source(in: store)
      let definition = source.derived("found", version: "1").search(text) { mail -> [String] in
        calls.increment()
        return [mail.subject, mail.text]
      }
      .sorted { mail -> [SortKey] in
        calls.increment()
        return [.descending(mail.day)]
      }
      return (source, try definition.open())
    }
    var store = try SQLiteStore(path: path)
    var (source, found) = try open(store, "late")
    #expect(calls.value == 3 + 1, "the texts of three mails, and the key of one")
    var batches = try found.list.batches().makeAsyncIterator()
    try await found.search("lunch noon")
    #expect(found.list.snapshot.revision == 2)
    let first = try #require(try await batches.next())
    #expect(first.changes.changeset.outline == ChangesetOutline())
    #expect(calls.value == 4, "the same mail is found")
    try await found.search("lunch")
    let second = try #require(try await batches.next())
    #expect(second.changes.changeset.outline.insertedItems.count == 2)
    #expect(second.changes.changeset.outline.updatedItems == [])
    #expect(calls.value == 6)
    // A change looks at what it changes.
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in try draft.update(ids[0]) { $0.subject = "Tea" } }
    let third = try #require(try await batches.next())
    #expect(third.changes.changeset.outline.removedItems == [ItemPath(section: 0, item: 2)])
    try await source.change { _, draft in try draft.update(ids[0]) { $0.text = "Before lunch" } }
    let fourth = try #require(try await batches.next())
    #expect(fourth.changes.changeset.outline.insertedItems == [ItemPath(section: 0, item: 2)])
    #expect(try days(found.list) == [3, 2, 1])
    await found.close()
    await source.close()
    #expect(try store.check() == [])
    try store.close()
    // Nothing is looked at again.
    let known = calls.value
    store = try SQLiteStore(path: path)
    (source, found) = try open(store, "lunch")
    #expect(calls.value == known)
    await found.close()
    await source.close()
    (source, found) = try open(store, "dinner")
    #expect(calls.value == known, "what is found was there")
    #expect(try days(found.list) == [2])
    await found.close()
    await source.close()
    try store.close()
  }

  @Test(arguments: [nil, 5], SearchedStore.all)
  func whatIsSearchedForIsFoundInTheTexts(limit: Int?, kind: SearchedStore) async throws {
    let store = try kind.make()
    let source = try source(in: store, [])
    var definition = definition(source, "lunch")
    if let limit { definition = definition.limit(limit) }
    let found = try definition.open()
    let mail = Mail(
      subject: "\u{DC}ber Lunch: \u{1F600}lunch-menu", text: "a\0b\u{1}\u{3}Lun\nch, lunches")
    func matches() throws -> [[String]] {
      try zip([mail.subject, mail.text], found.matches(in: mail)).map { text, ranges in
        ranges.map { String(text[$0]) }
      }
    }
    #expect(try matches() == [["Lunch", "lunch"], ["lunches"]])
    try await found.search("uber ch b")
    #expect(try matches() == [["\u{DC}ber"], ["b", "ch"]])
    for text in ["", "dinner", "dinner lunch"] {
      try await found.search(text)
      #expect(try matches() == [])
    }
    #expect(try source.derived("plain", version: "1").open().matches(in: mail) == [])
  }

  @Test(arguments: [nil, 5], SearchedStore.all)
  func whatIsFoundInsideWordsIsFoundInTheTexts(limit: Int?, kind: SearchedStore) async throws {
    let store = try kind.make()
    let source = try source(in: store, [])
    var definition = definition(source, "unch", insideWords: true)
    if let limit { definition = definition.limit(limit) }
    let found = try definition.open()
    let mail = Mail(
      subject: "U\u{308}ber Lunch: \u{1F600}lunch-menu",
      text: "a\0b\u{1}\u{3}Lun\nch, lunches \u{939}\u{93F}\u{928}")
    func matches() throws -> [[String]] {
      try zip([mail.subject, mail.text], found.matches(in: mail)).map { text, ranges in
        ranges.map { String(text[$0]) }
      }
    }
    #expect(try matches() == [["unch", "unch"], ["unch"]])
    let searches: [(String, [[String]])] = [
      ("u", [["U\u{308}", "u", "u", "u"], ["u", "u"]]),
      ("lunch unch", [["Lunch", "lunch"], ["lunch"]]),
      ("un nc", [["unc", "unc"], ["un", "unc"]]), ("be r", [["ber"], []]),
      ("\u{939}", [[], ["\u{939}\u{93F}"]]), ("ber dinner", []), ("", []),
    ]
    for (search, expected) in searches {
      try await found.search(search)
      #expect(try matches() == expected, "\(search)")
    }
  }

  @Test(arguments: SearchedStore.all)
  func aLimitedSearchStaysFilled(kind: SearchedStore) async throws {
    let store = try kind.make()
    let source = try source(in: store)
    let found = try definition(source, "lunch").limit(2).open()
    #expect(try days(found.list) == [3, 2])
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in try draft.remove(ids[1]) }
    try await found.bringUpToDate()
    #expect(try days(found.list) == [2, 1])
    #expect(try found.basis(of: found.list.snapshot) == source.snapshot.revision)
    try await found.search("noon")
    #expect(try days(found.list) == [1])
    #expect(found.failure == nil)
    await found.close()
    let again = try definition(source, "late").limit(2).open()
    #expect(try days(again.list) == [1])
  }

  @Test(arguments: SearchedStore.all)
  func otherTextsOfAnotherVersionAreIndexed(kind: SearchedStore) async throws {
    let store = try kind.make()
    let source = try source(in: store)
    let found = try definition(source, "late").open()
    #expect(try days(found.list) == [1])
    let subjects = source.derived("found", version: "2").search("late") { [$0.subject] }
      .sorted { [.descending($0.day)] }
    try await found.redefine(subjects)
    #expect(try days(found.list) == [])
    try await found.search("noon")
    #expect(try days(found.list) == [1])
    await #expect(throws: StorageError.self) {
      try await found.redefine(source.derived("found", version: "3"))
    }
    #expect(try days(found.list) == [1])
    let plain = try source.derived("plain", version: "1").open()
    await #expect(throws: StorageError.self) { try await plain.search("noon") }
  }

  @Test(
    arguments: [
      // Words that are gone or make no sense, another revision, and tables that are lost.
      "DELETE FROM item_word_data", "UPDATE item_word_data SET block = x'00'",
      "DELETE FROM item_word_idx",
      "DELETE FROM item_word_data WHERE id = 10", "DELETE FROM item_word_config",
      "UPDATE indexed_list SET revision = 0", "DELETE FROM indexed_list",
      "UPDATE indexed_list SET revision = 0; INSERT INTO item_word (item_word) VALUES ('delete-all')",
      "DROP TABLE item_word",
      "DROP TABLE item_word; DROP VIEW item_text", "DROP TABLE indexed_list",
      "DELETE FROM item_suffix_data", "UPDATE item_suffix_data SET block = x'00'",
      "DELETE FROM item_suffix_config", "UPDATE suffix_list SET revision = 0",
      "DELETE FROM suffix_list", "DROP TABLE item_suffix", "DROP TABLE suffix_list",
      "UPDATE suffix_list SET revision = 0; INSERT INTO item_suffix (item_suffix) VALUES ('delete-all')",
    ], [false, true])
  func aDamagedIndexIsMadeAnew(damage: String, isOpenedAgain: Bool) async throws {
    let isOfSuffixes = damage.contains("suffix")
    let folder = try TemporaryFolder()
    let path = folder.path(of: "mails.sqlite")
    var store = try SQLiteStore(path: path)
    var source = try source(in: store)
    // Another list with words in the same index.
    let other = try source.derived("other", version: "1")
      .search("tea", insideWords: isOfSuffixes) { [$0.subject] }.open()
    let found = try definition(source, "lunch", insideWords: isOfSuffixes).open()
    #expect(try store.check() == [])
    await found.close()
    await other.close()
    if isOpenedAgain {
      await source.close()
      try store.close()
    }
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: damage) }
    try queue.close()
    if isOpenedAgain {
      store = try SQLiteStore(path: path)
      source = try self.source(in: store)
    }
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in
      try draft.update(ids[0]) { $0.subject = "Tea" }
      try draft.remove(ids[1])
      try draft.append(contentsOf: [Mail(subject: "Lunch again", day: 9)])
    }
    let again = try definition(source, "lunch", insideWords: isOfSuffixes).open()
    try await again.search("tea")
    #expect(try days(again.list) == [1])
    try await again.search("lunch")
    #expect(try days(again.list) == [9, 2])
    await again.close()
    let otherAgain = try source.derived("other", version: "1")
      .search("tea", insideWords: isOfSuffixes) { [$0.subject] }.open()
    #expect(try days(otherAgain.list) == [1])
    try await otherAgain.search("dinner")
    #expect(try days(otherAgain.list) == [2])
    await otherAgain.close()
    await source.close()
    #expect(try store.check() == [])
    try store.close()
  }

  @Test(arguments: [
    """
    UPDATE indexed_list SET revision = 0;
    INSERT INTO item_word (item_word, rowid, text)
    SELECT 'delete', id, text FROM item_text WHERE text LIKE 'Dinner%'
    """,
    "DELETE FROM item_word_data", "DROP TABLE item_word", "DELETE FROM indexed_list",
  ])
  func anIndexThatIsDamagedWhileItIsSearchedIsMadeAnew(damage: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "mails.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    let found = try definition(source, "lunch").open()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: damage) }
    try queue.close()
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in try draft.update(ids[0]) { $0.subject = "Tea" } }
    try await found.bringUpToDate()
    #expect(try days(found.list) == [3, 2])
    try await found.search("dinner")
    #expect(try days(found.list) == [2])
    try await found.search("tea")
    #expect(try days(found.list) == [1])
    await found.close()
    await source.close()
    #expect(try store.check() == [])
    try store.close()
  }

  @Test(arguments: [
    "DROP VIEW item_text; CREATE VIEW item_text AS SELECT id, model AS text FROM item",
    "DROP TABLE item_word; CREATE TABLE item_word (text)",
    "DROP TABLE indexed_list; CREATE VIEW indexed_list AS SELECT 1 AS list, 1 AS revision",
    "DROP TABLE item_suffix; CREATE TABLE item_suffix (text)",
    "DROP TABLE suffix_list; CREATE VIEW suffix_list AS SELECT 1 AS list, 1 AS revision",
  ])
  func aForgedIndexIsNotRead(forgery: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "mails.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    let isOfSuffixes = forgery.contains("suffix")
    await (try definition(source, "lunch", insideWords: isOfSuffixes).open()).close()
    await source.close()
    try store.close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: forgery) }
    try queue.close()
    let failure = #expect(throws: StorageError.self) { try SQLiteStore(path: path) }
    #expect(
      failure?.code == .corrupt && failure?.message.contains("is not as Roster made it") == true)
  }

  @Test(arguments: SearchedStore.all)
  func anotherOrderOfTheSameVersionIsAnotherDefinition(kind: SearchedStore) async throws {
    let store = try kind.make()
    let source = try source(in: store)
    let found = try definition(source, "lunch").open()
    #expect(try days(found.list) == [3, 2, 1])
    let start = source.derived("found", version: "1").search("lunch") { [$0.subject, $0.text] }
    try await found.redefine(start)
    #expect(try days(found.list) == [1, 3, 2], "as in the source")
    try await found.redefine(start.where { $0.day > 1 }.sorted { [.ascending($0.day)] })
    #expect(try days(found.list) == [2, 3])
  }

  @Test(arguments: SearchedStore.all)
  func manyItemsAreComparedWithASearch(kind: SearchedStore) async throws {
    let store = try kind.make()
    let source = try source(in: store, [])
    let found = try definition(source, "l").open()
    let mails = (0..<3_000).map { Mail(subject: $0 % 3 == 0 ? "lunch" : "dinner", day: $0) }
    try await source.change { _, draft in try draft.append(contentsOf: mails) }
    try await found.bringUpToDate()
    #expect(try days(found.list) == (0..<1_000).reversed().map { $0 * 3 })
    #expect(try SearchedStore.findings(store) == [])
  }

  @Test(arguments: SearchedStore.all)
  func aSearchIsHeldAndMovedIn(kind: SearchedStore) async throws {
    let store = try kind.make()
    let source = try source(in: store)
    let found = try definition(source, "lunch")
      .assigning(between: { mail, before, after in
        mail.day = ((before?.day ?? 100) + (after?.day ?? 0)) / 2
      }).open()
    let ids = try found.list.snapshot.state.itemIDs(inSection: 0)
    #expect(try await found.move(ids[2], to: ItemPath(section: 0, item: 0))?.item == 0)
    #expect(try days(found.list) == [51, 3, 2])
    found.hold(ids[1])
    try await source.change { _, draft in
      try draft.update(ids[1]) { $0 = Mail(subject: "Tea", day: 77) }
    }
    try await found.bringUpToDate()
    #expect(try days(found.list) == [51, 3, 77])
    try await found.release(ids[1])
    #expect(try days(found.list) == [51, 3])
  }

  @Test func definitionsThatAreRefusedChangeNothing() async throws {
    let store = try SQLiteStore.inMemory()
    let source = try source(in: store)
    let limited = try source.derived("limited", version: "1").sorted { [.ascending($0.day)] }
      .limit(2).open()
    await #expect(throws: StorageError.self) {
      try await limited.redefine(definition(source, "lunch").limit(3))
    }
    await #expect(throws: StorageError.self) {
      try await limited.redefine(
        source.derived("limited", version: "1").sorted { [.ascending($0.day)] }.limit(3)
          .search("lunch") { [$0.subject] })
    }
    let ids = try source.snapshot.state.itemIDs(inSection: 0)
    try await source.change { _, draft in try draft.update(ids[0]) { $0.text = "new" } }
    try await limited.bringUpToDate()
    #expect(try days(limited.list) == [1, 2])
  }

  @Test(arguments: SearchedStore.all)
  func searchesAtOnceAgree(kind: SearchedStore) async throws {
    let store = try kind.make()
    let source = try source(in: store)
    let found = try definition(source, "").limit(2).open()
    for round in 0..<(kind == .memory ? 50 : 10) {
      async let one: Void = found.search("dinner")
      async let other: Void = found.search("noon")
      async let change = source.change { _, draft in
        try draft.update(draft.state.itemIDs(inSection: 0)[1]) { $0.text = "\(round)" }
      }
      _ = try await (one, other, change)
      try await found.bringUpToDate()
      let shown = try #require(try found.list.snapshot.models().first)
      #expect(try found.matches(in: shown) != [], "what is shown has what is searched for")
    }
  }

  @Test func aCheckFindsTextsWithoutWords() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "mails.sqlite")
    let store = try SQLiteStore(path: path)
    let source = try source(in: store)
    await (try definition(source, "lunch").open()).close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "DELETE FROM item_word_docsize WHERE id & 3 = 1") }
    let findings = try store.check().map(\.description)
    #expect(findings.count == 1)
    let finding = try #require(findings.first)
    #expect(finding.contains("list \"found (texts)\": the index of words"))
    let remedy = try #require(finding.split(separator: "anew after ").last)
    try await queue.write { try $0.execute(sql: String(remedy)) }
    try queue.close()
    let found = try definition(source, "lunch").open()
    #expect(try days(found.list) == [3, 2, 1])
    await found.close()
    #expect(try store.check() == [])
  }
}
