internal import RosterConcurrency
internal import RosterRows

/// What the tables, indexes and views of lists are called in a database.
///
/// All statements are written with the names that a file of Roster's own has. In the database of an application,
/// which may have an `item` of its own, each name has a prefix; the statement gets it when it is prepared:
///
///     SELECT item.model FROM item WHERE item.leaf = ?
///     SELECT grdb_roster_item.model FROM grdb_roster_item WHERE grdb_roster_item.leaf = ?
enum TableNames: Hashable, Sendable {
  /// Those of a file of Roster's own: `item`.
  case plain
  /// Those in the database of an application: `grdb_roster_item`. GRDB leaves alone what begins with `grdb_` when it
  /// compares the schema of a database with what an application's migrations make.
  case prefixed

  static let prefix = "grdb_roster_"

  /// Returns the name of a table, index or view.
  func name(_ plain: String) -> String { self == .plain ? plain : Self.prefix + plain }

  /// Returns the plain name of a table, index or view; `nil` for what is not one of Roster's here.
  func plainName(_ name: String) -> String? {
    let plain =
      self == .plain
      ? name : name.hasPrefix(Self.prefix) ? String(name.dropFirst(Self.prefix.count)) : ""
    return Self.all.contains(plain) ? plain : nil
  }

  /// Returns a statement with the names of this database.
  func sql(_ text: String) -> String {
    switch self {
    case .plain: text
    case .prefixed: Self.cache.get(text) { Self.prefixed(text) }
    }
  }

  /// The tables, indexes and views.
  static let all: Set<String> =
    Set(CopiedTable.all.map(\.name)).union([
      "list", "file", "section_of_list", "journal_of_scope", "item_key", "item_history_key",
      "list_items",
      "list_journal", "list_states", "list_supplement_states", "item_word", "indexed_list",
      "item_text", "item_suffix", "suffix_list",
    ])

  // MARK: Prefixing

  /// Puts the prefix before each name that stands where SQL has the name of a table, index or view: behind one of a
  /// few words, or before a dot. Elsewhere the same word is a column: `section.list = list.id`.
  static func prefixed(_ text: String) -> String {
    var result = ""
    // The last words before the place, the last one first.
    var words: [Substring] = ["", "", ""]
    var rest = text[...]
    while let first = rest.first {
      if first == "'" || first == "-" && rest.dropFirst().first == "-" {
        let end: Character = first == "'" ? "'" : "\n"
        let length = rest.dropFirst().firstIndex(of: end).map {
          rest.distance(from: rest.startIndex, to: $0) + 1
        }
        result += rest.prefix(length ?? rest.count)
        rest = rest.dropFirst(length ?? rest.count)
        if first == "'" { words = ["'"] + words.prefix(2) }
      } else if isOfWord(first) {
        let word = rest.prefix(while: isOfWord)
        rest = rest.dropFirst(word.count)
        if all.contains(String(word)), words[0] != ".",
          rest.first == "." || isPlaceOfName(behind: words)
        {
          result += prefix
        }
        result += word
        words = [word] + words.prefix(2)
      } else {
        if !first.isWhitespace { words = [rest.prefix(1)] + words.prefix(2) }
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// - Parameter words: The last three words, the last one first.
  private static func isPlaceOfName(behind words: [Substring]) -> Bool {
    switch words[0] {
    case "FROM", "JOIN", "INTO", "UPDATE", "TABLE", "INDEX", "VIEW", "REFERENCES": true
    case "BY": words[1] == "INDEXED"
    // The table of an index.
    case "ON": words[2] == "INDEX"
    default: false
    }
  }

  /// The statements that were given prefixes.
  private struct Cache: Sendable {
    private let texts = Guarded<[String: String]>([:])

    func get(_ text: String, _ make: () -> String) -> String {
      texts.withLock { texts in
        if let known = texts[text] { return known }
        // The text of a few statements depends on how much they are to do.
        if texts.count >= 1_000 { texts = [:] }
        let made = make()
        texts[text] = made
        return made
      }
    }
  }

  private static let cache = Cache()
}
