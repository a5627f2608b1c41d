internal import RosterJSON
internal import RosterRows

/// What is kept of a definition: that of closures is their version.
struct DefinitionText {
  private static let sectionsOperator = "sections "
  /// The operator for the sections of the source.
  static let sourceSections = "\(sectionsOperator)of the source"
  /// The operator for sections of the source without items.
  static let emptySections = "empty sections"
  private static let fixedSectionOperator = "section "
  static let sortedOperator = "sorted "
  static let textsOperator = "texts "
  private static let sourcesOperator = "sources "
  static let searchOperator = "search "
  /// What the operator of a search has if the best matches come first.
  static let relevance = "by relevance:"
  /// The operator for items of which one of each value is shown.
  static let distinctOperator = "distinct"

  var version: String
  var operators: [String]
  /// The limit and the search text, which say how much is shown and not where it stands.
  var limits: [String] = []

  init(version: String, operators: [String], limits: [String]) {
    self.version = version
    self.operators = operators
    self.limits = limits
  }

  /// Reads a kept text; of one that says something else, nothing is known.
  init(_ text: String) {
    let value = try? JSONParser().parse(text)
    let all = (value?["operators"]?.arrayValue ?? []).compactMap(\.stringValue)
    version = value?["version"]?.stringValue ?? ""
    limits = all.filter(Self.isLimit)
    operators = all.filter { !Self.isLimit($0) }
  }

  /// Returns the operator for a section that is always there.
  static func fixedSection(_ key: [UInt8]) -> String {
    fixedSectionOperator + hex(key)
  }

  static func hex(_ key: [UInt8]) -> String {
    key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns the operator for sections of values of a type, one for each source.
  static func sections(of type: Any.Type, bySource keys: [[UInt8]]) -> String {
    "\(sections(of: type)) by source \(keys.map(hex).joined(separator: " "))"
  }

  /// Returns the operator for several sources, by their slots.
  static func sources(_ slots: [Int]) -> String {
    sourcesOperator + slots.map { "\($0)" }.joined(separator: " ")
  }

  /// Returns the operator for sections of values of a type.
  static func sections(of type: Any.Type) -> String { "\(sectionsOperator)\(type)" }

  private static func isLimit(_ text: String) -> Bool {
    text.hasPrefix(Self.searchOperator) || text.hasPrefix(ListWindow.prefix)
  }

  /// The form that is kept.
  var description: String {
    JSONValue.object([
      "version": .string(version),
      "operators": .array((operators + limits).map { .string($0) }),
    ]).canonicalText
  }

  /// Returns whether the list has sections of another kind than by an earlier definition, so that none stays.
  func hasOtherSections(than other: Self) -> Bool { sections != other.sections }

  /// Whether the list has the sections of its source.
  var hasSourceSections: Bool { operators.contains(Self.sourceSections) }

  private var sections: [String] { operators.filter { $0.hasPrefix(Self.sectionsOperator) } }

  /// Whether the list is an index of words.
  var isIndex: Bool { operators.contains { $0.hasPrefix(Self.textsOperator) } }

  /// Whether items with equal keys have other places than by an earlier definition.
  func hasOtherTies(than other: Self) -> Bool { ties != other.ties }

  /// What says how they stand: that of another source may be before them.
  private var ties: [Substring?] {
    let sorting = operators.last {
      $0.hasPrefix(Self.sortedOperator) || $0.hasPrefix(Self.textsOperator)
    }
    let sources = operators.last { $0.hasPrefix(Self.sourcesOperator) }
    return [sorting?.split(separator: " ").last, sources?[...]]
  }

  /// Returns whether what is shown by both, this and an earlier definition, may match better or worse than by that.
  func hasOtherRelevance(than other: Self) -> Bool {
    let searches = [self, other].map { $0.limits.first { $0.hasPrefix(Self.searchOperator) } }
    return searches[0] != searches[1]
      && searches.contains { $0?.contains(text: Self.relevance) ?? false }
  }

  /// Returns whether what is shown by both, this and an earlier definition, is where it was.
  func keepsOrder(of other: Self) -> Bool {
    version == other.version && operators == other.operators
      && limits.count == other.limits.count
  }
}
