#if Postgres
  import RosterCore
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @testable import RosterPostgres

  @Suite("Texts on a server")
  struct TextTests {
    private static let texts = [
      "", "a", "\u{0}", "\u{1A}", "\u{1A}0", "\u{1A}1", "\u{0}\u{1A}\u{0}", "a\u{0}b\u{1A}c",
      "\u{1A}\u{1A}0", "it's \"é\" 🦆", "e\u{301}",
    ]

    @Test(arguments: texts)
    func comeBackAsTheyWere(text: String) {
      var bytes: [UInt8] = []
      PostgresText.append(text, to: &bytes)
      #expect(!bytes.contains(0))
      #expect(bytes.withUnsafeBytes { Array(PostgresText.decode($0).utf8) } == Array(text.utf8))
    }

    @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
    func modelsComeBackAsTheyWere() throws {
      let server = try #require(PostgresServer.shared)
      let store = try PostgresStore(PostgresConfiguration(server.connection))
      let list = try #require(try store.list(named: server.newSchema()))
      let state = try list.commit(newSection(Self.texts), on: list.load())
      let models = try list.rows(of: state).sections[0].items
      #expect(models.map { Array($0.utf8) } == Self.texts.map { Array($0.utf8) })
    }
  }
#endif
