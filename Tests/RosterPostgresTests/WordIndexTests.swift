#if Postgres
  import RosterCore
  import RosterRows
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @testable import RosterPostgres

  /// The words of the texts of a list on a server.
  @Suite(
    "Words on a server", .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct WordIndexTests {
    private let store: PostgresStore
    private let list: PostgresList

    init() throws {
      store = try open(#require(PostgresServer.shared))
      list = try #require(try store.list(named: "texts"))
    }

    /// The same list as another process has it, which does not know of the index.
    private func otherWriter() throws -> PostgresList {
      try #require(try PostgresStore(store.configuration).list(named: "texts"))
    }

    private func place(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

    /// What the table has, as lines in order.
    private func words(of list: PostgresList) throws -> [String] {
      let batch = PostgresBatch.reading { batch in
        batch.add(
          """
          SELECT item - $1, word FROM item_word WHERE item BETWEEN $1 AND $2 ORDER BY item, word
          """
        ) {
          $0.add(list.keys.first)
          $0.add(list.keys.last)
        }
      }
      return try store.read(batch) { results in
        var words: [String] = []
        results[1].forEachRow { words.append("\($0.integer(0)) \($0.text(1))") }
        return words
      }
    }

    /// The numbers of the items that are found; `nil` if the index is not that of the newest revision.
    private func found(
      _ words: String..., by matching: WordMatching = .prefix
    ) throws -> [Int]? {
      try list.items(withWords: words, by: matching)?.items.map(\.rawValue).sorted()
    }

    // MARK: Keeping

    @Test func aCommitWritesTheWordsOfWhatItTouches() throws {
      try list.indexTexts(for: .prefix)
      var state = try list.commit(
        newSection(["L\u{FC}nch at noon", "-- \0", "Dinner, dinner"]), on: list.load())
      #expect(try words(of: list) == ["1 at", "1 lunch", "1 noon", "3 dinner"])
      #expect(try found("lu") == [1])
      #expect(try found("lu", "noon") == [1])
      #expect(try found("lu", "di") == [])
      #expect(try found("unch") == [])
      // What a later change of the group replaces is not written.
      state = try list.commit(
        [
          Changeset {
            $0.updateItem(at: self.place(0), "Tea")
            $0.removeItem(at: self.place(2))
          },
          Changeset { $0.updateItem(at: self.place(0), "Tea at four") },
          insertion("Lunch"),
          Changeset { $0.removeItem(at: self.place(0)) },
        ], on: state)
      #expect(try words(of: list) == ["1 at", "1 four", "1 tea"])
      // An insertion alone has a statement of its own if a list is not searched.
      state = try list.commit(insertion("Four lunches"), on: state)
      #expect(try found("four").map(\.count) == 2)
      #expect(try found("lunches").map(\.count) == 1)
      #expect(try found("tea") == [1])
      #expect(try store.findingsBesideRows().isEmpty)
    }

    @Test func partsOfWordsAreTheBeginningsOfSuffixes() throws {
      try list.indexTexts(for: .substring)
      let long = "abcdefghijklmnopqrstuvwxyz"
      _ = try list.commit(newSection(["noon", "\(long.prefix(20))-x", long]), on: list.load())
      #expect(try words(of: list).prefix(4) == ["1 n", "1 noon", "1 on", "1 oon"])
      #expect(try found("oo", by: .substring) == [1])
      // The alphabet has "no" as well.
      #expect(try found("no", "n", by: .substring) == [1, 2, 3])
      #expect(try found("no", "on", by: .substring) == [1])
      // Longer than an entry: the texts are compared.
      #expect(try found("\(long.dropFirst().prefix(19))", by: .substring) == [2, 3])
      #expect(try found("\(long.dropFirst().prefix(20))", by: .substring) == [3])
      #expect(try found("noon") == nil, "there is no index of whole words")
      #expect(try store.findingsBesideRows().isEmpty)
    }

    @Test func aWordMayGoOnWithTheLastLetter() throws {
      try list.indexTexts(for: .prefix)
      let last = "\u{10FFFF}"
      let long = String(repeating: last, count: 20)
      _ = try list.commit(
        newSection(["no\(last)\(last)x", "np", "\(long)", "n"]), on: list.load())
      #expect(try found("no") == [1])
      #expect(try found("n") == [1, 2, 4])
      #expect(try found("no\(last)") == [1])
      #expect(try found(String(repeating: last, count: 16)) == [3])
      #expect(try found(String(repeating: last, count: 21)) == [])
    }

    @Test func aListHasOneKindOfIndex() throws {
      try list.indexTexts(for: .prefix)
      let state = try list.commit(newSection(["noon"]), on: list.load())
      #expect(try words(of: list) == ["1 noon"])
      try list.indexTexts(for: .substring)
      #expect(try words(of: list) == ["1 n", "1 noon", "1 on", "1 oon"])
      #expect(try found("oon", by: .substring) == [1])
      #expect(try found("noon") == nil)
      try list.indexTexts(for: .prefix)
      #expect(try words(of: list) == ["1 noon"])
      // Another process keeps the index for the other kind of search.
      let other = try otherWriter()
      try other.indexTexts(for: .substring)
      _ = try list.commit(insertion("lunch"), on: state)
      #expect(try found("lunch") == nil)
      #expect(try found("lunch", by: .substring) == nil)
      try list.indexTexts(for: .prefix)
      #expect(try words(of: list) == ["1 noon", "2 lunch"])
      #expect(try found("lunch") == [2])
    }

    @Test func whatIsWrittenWithoutTheIndexIsNoticed() throws {
      try list.indexTexts(for: .prefix)
      _ = try list.commit(newSection(["noon"]), on: list.load())
      #expect(try found("noon") == [1])
      let other = try otherWriter()
      _ = try other.commit(insertion("lunch"), on: other.load())
      #expect(try found("noon") == nil)
      // A commit behind that does not hide what is missing.
      _ = try list.commit(insertion("tea"), on: list.load())
      #expect(try found("noon") == nil)
      try list.indexTexts(for: .prefix)
      #expect(try found("lunch") == [2])
      #expect(try found("tea") == [3])
      #expect(try words(of: list) == ["1 noon", "2 lunch", "3 tea"])
    }

    /// The words of more texts than are read or written at once.
    @Test func theWordsOfManyTextsAreWrittenInParts() throws {
      try list.indexTexts(for: .prefix)
      let texts = (0..<5_000).map { "text \($0)" }
      var state = try list.commit(newSection(texts), on: list.load())
      // The index was made anew behind the commit.
      #expect(try found("text")?.count == 5_000)
      #expect(try found("4999") == [5_000])
      #expect(try found("499", "text")?.count == 11)
      // Some of the texts are written with their change.
      state = try list.commit(
        Changeset { for item in 0..<1_100 { $0.updateItem(at: self.place(item), "new \(item)") } },
        on: state)
      #expect(try found("text")?.count == 3_900)
      #expect(try found("new")?.count == 1_100)
      #expect(try store.findingsBesideRows().isEmpty)
    }

    /// More entries than are written at once, of fewer texts than are read at once.
    @Test func theWordsOfLongTextsAreWrittenInParts() throws {
      try list.indexTexts(for: .substring)
      let text = (1_000..<5_000).map { "\($0)" }.joined(separator: " ")
      _ = try list.commit(newSection([text, text, "\(text) last"]), on: list.load())
      #expect(try found("999", by: .substring) == [1, 2, 3])
      try list.indexTexts(for: .prefix)
      #expect(try found("4999") == [1, 2, 3])
      try list.indexTexts(for: .substring)
      #expect(try found("999", by: .substring) == [1, 2, 3])
      #expect(try found("ast", by: .substring) == [3])
      #expect(try store.findingsBesideRows().isEmpty)
    }

    @Test func aListThatIsRemovedHasNoWords() throws {
      try list.indexTexts(for: .prefix)
      let kept = try #require(try store.list(named: "kept"))
      try kept.indexTexts(for: .prefix)
      for list in [list, kept] { _ = try list.commit(newSection(["noon"]), on: list.load()) }
      try store.removeLists([list.keys.list])
      #expect(try words(of: list) == [])
      #expect(try words(of: kept) == ["1 noon"])
      #expect(try store.findingsBesideRows().isEmpty)
      #expect(storageErrorCode { try list.indexTexts(for: .prefix) } == .replaced)
    }

    @Test func aStoreThatOnlyReadsSearchesWhatIsIndexed() throws {
      try list.indexTexts(for: .prefix)
      _ = try list.commit(newSection(["noon"]), on: list.load())
      var configuration = store.configuration
      configuration.isReadOnly = true
      let read = try #require(try PostgresStore(configuration).list(named: "texts"))
      try read.indexTexts(for: .prefix)
      #expect(try read.items(withWords: ["no"], by: .prefix)?.items == [ItemID(rawValue: 1)])
      #expect(storageErrorCode { try read.indexTexts(for: .substring) } == .readOnly)
    }

    // MARK: Checking

    @Test(arguments: [
      "DELETE FROM item_word WHERE word = 'noon'",
      "UPDATE item_word SET word = 'moon' WHERE word = 'noon'",
      "INSERT INTO item_word (item, word) SELECT item, 'x' FROM item_word WHERE word = 'noon'",
      "UPDATE item_word SET item = item + 7 WHERE word = 'noon'",
      "UPDATE indexed_list SET matching = 'substring'",
    ])
    func anIndexWithOtherWordsIsFoundAndMadeAnew(damage: String) throws {
      try list.indexTexts(for: .prefix)
      _ = try list.commit(newSection(["noon", "lunch"]), on: list.load())
      #expect(try store.findingsBesideRows().isEmpty)
      try store.write { $0.add(damage) }
      let findings = try store.findingsBesideRows()
      #expect(findings.map(\.list) == ["texts"])
      let remedy = try #require(findings.first?.message.split(separator: "anew after ").last)
      try store.write { $0.add(String(remedy)) }
      #expect(try store.findingsBesideRows().isEmpty)
      #expect(try found("noon") == nil)
      try list.indexTexts(for: .prefix)
      #expect(try found("noon") == [1])
      #expect(try words(of: list) == ["1 noon", "2 lunch"])
      #expect(try store.findingsBesideRows().isEmpty)
    }

    @Test(arguments: [
      ("indexed_list", "(list, revision, matching) VALUES (4, 1, 'prefix')"),
      ("item_word", "(item, word) VALUES (4398046511105, 'x')"),
    ])
    func wordsOfAListThatDoesNotExistAreFound(table: String, row: String) throws {
      try store.write { $0.add("INSERT INTO \(table) \(row)") }
      #expect(
        try store.findingsBesideRows().map(\.message)
          == ["table \(table) has rows of a list that does not exist"])
    }
  }
#endif
