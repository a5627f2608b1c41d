package import RosterJSON

/// How people see the members of a list's models: which member is the title, which is the text, and in which order the
/// others come, the most telling first.
///
/// They are found by their names, and by the values of a sample:
///
///     {"id":7,"col1":"x","col2":"y","col3":"z","customer":"Ann","total":12}
///
///     title    customer
///     columns  total, col1, col2, col3, id
///
/// The order depends on names, kinds and whether values are there and differ, and on nothing that is
/// measured more finely, so that a few other rows in the sample do not change it.
package struct RowFields: Hashable, Sendable {
  /// What the values of a member are, most of them.
  package enum Kind: String, Hashable, Sendable {
    /// A text that fits into a column.
    case short
    case time, number, boolean
    case text, list, object, link, image
    /// A number or text that names a row for programs, such as a hash.
    case identifier
    /// Bytes as text.
    case data
  }

  /// A member that is neither the title, nor the text, nor the picture.
  package struct Column: Hashable, Sendable {
    package let name: String
    package let kind: Kind
    /// How many characters most of its values have at most.
    package let width: Int
    /// Whether people who look at many rows learn something from it: it is plain, most rows have it, and its
    /// values differ.
    package let isTelling: Bool
  }

  package let title: String?
  package let text: String?
  package let image: String?
  /// The other members, the most telling first.
  package let columns: [Column]
  /// The only member that is an object, if nothing beside it is a title or a text, and something in it is.
  private let insideName: String?
  /// What the members of that one are; one or none.
  private let insideFields: [RowFields]
  /// Whether a member was found to be the title or the text, and not only to be better than none.
  private let hasTitleOrText: Bool

  /// The member whose own members say which row a model is, with these; `nil` if the model itself says so.
  ///
  ///     {"isFavourite":true,"photo":{"title":"Fog","taken":60}}    photo: title Fog
  package var inside: (name: String, fields: RowFields)? {
    guard let insideName, let fields = insideFields.first else { return nil }
    return (insideName, fields)
  }

  /// Finds out what the members of some models are.
  ///
  /// The same samples in another order give the same fields.
  ///
  /// - Returns: `nil` if most of the models are no objects.
  /// - Complexity: O(*n* log *n*) in the number of members of the samples.
  package init?(_ samples: [JSONValue]) { self.init(samples, looksInside: true) }

  private init?(_ samples: [JSONValue], looksInside: Bool) {
    let (members, objectCount) = Self.members(of: samples)
    guard objectCount * 2 > samples.count else { return nil }
    var remaining = members.values.filter { $0.count > 0 }.sorted { $0.name < $1.name }
    let title = remaining.take(named: Self.titles) { $0.isTitle }
    let text =
      remaining.take(named: Self.texts) { $0.isText || $0.kind == .list }
      ?? remaining.takeLongText()
    image = remaining.firstIndex { $0.kind == .image }.map { remaining.remove(at: $0).name }
    self.text = text?.name
    // Without either, the best of the others says which row it is.
    let others = title == nil ? Self.ordered(remaining, objectCount: objectCount) : []
    let substitute =
      (text == nil ? others.first { $0.kind == .short } : nil)
      ?? others.first { Self.keys.contains($0.name) }
    remaining.removeAll { $0.name == substitute?.name }
    self.title = title?.name ?? substitute?.name
    hasTitleOrText = title != nil || text != nil
    let isUnnamed = substitute.map { Self.keys.contains($0.name) } ?? true
    let inside =
      looksInside && !hasTitleOrText && isUnnamed
      ? Self.inside(remaining, of: samples, objectCount: objectCount) : nil
    insideName = inside?.name
    insideFields = inside.map { [$0.fields] } ?? []
    columns = Array(
      Self.ordered(remaining, objectCount: objectCount).prefix(Self.columnCountMax))
  }

  /// Finds the only member that is an object in most of the models, and what its members are.
  private static func inside(
    _ members: [Member], of samples: [JSONValue], objectCount: Int
  ) -> (name: String, fields: RowFields)? {
    let objects = members.filter { $0.kind == .object }
    guard objects.count == 1, let member = objects.first, member.isCommon(among: objectCount),
      let fields = RowFields(samples.compactMap { $0[member.name] }, looksInside: false),
      fields.hasTitleOrText
    else { return nil }
    return (member.name, fields)
  }

  /// The names of all members, in the order in which people want to see them.
  package var names: [String] {
    [title, text].compactMap(\.self) + columns.map(\.name) + [image].compactMap(\.self)
  }

  /// The names of the members of which one says in a few words which row a model is, the best first.
  package var titleNames: [String] {
    [title, text].compactMap(\.self) + columns.filter(\.isTelling).map(\.name)
  }

  /// Returns what a model is called in a few words: its title, or what comes nearest to one.
  ///
  ///     {"avatar":"data:image/png;base64,iVBORw0…","name":"Ann"}    Ann
  ///
  /// Of a model without any of these, it is the whole model.
  package func title(of model: JSONValue) -> String {
    if case .object(let members) = model {
      if let (name, fields) = inside, let value = members[name], !value.isBlank {
        return fields.title(of: value)
      }
      for name in titleNames {
        if let value = members[name], !value.isBlank { return value.plainText(named: name) }
      }
    }
    return model.plainText(named: "")
  }

  /// Returns a model as lines of JSON, with its members in the order in which people want to see them. Of bytes
  /// in letters there is the number.
  package func lines(of model: JSONValue) -> [String] {
    model.withoutData.indentedLines(first: names)
  }

  /// Returns a model as JSON on a line, with its members in the order in which people want to see them and the
  /// others behind them. Those that are empty are left out, and of bytes in letters there is the number.
  package func line(of model: JSONValue) -> String {
    guard case .object(var rest) = model else { return model.withoutData.canonicalText }
    var members: [String] = []
    for name in names + rest.keys {
      guard let value = rest[name] else { continue }
      rest[name] = nil
      if value.isBlank { continue }
      members.append("\(JSONValue.string(name).canonicalText):\(value.withoutData.canonicalText)")
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// More are not told apart, and longer names are not taken: a model may have any.
  private static let columnCountMax = 100
  private static let nameByteCountMax = 200

  /// The names of titles, the best first.
  private static let titles = [
    "title", "subject", "headline", "name", "displayname", "label", "author", "from", "sender",
    "user", "username", "summary", "path", "file",
  ]
  /// The names of texts, the best first.
  private static let texts = [
    "text", "body", "message", "content", "description", "paragraphs", "comment", "snippet",
    "value", "summary",
  ]
  /// What names a row if nothing else does.
  private static let keys: Set = ["key", "id"]

  private static func members(
    of samples: [JSONValue]
  ) -> (members: [String: Member], objectCount: Int) {
    var members: [String: Member] = [:]
    var objectCount = 0
    for case .object(let object) in samples {
      objectCount += 1
      for (name, value) in object where name.utf8.count <= nameByteCountMax {
        members[name, default: Member(name)].add(value)
      }
    }
    return (members, objectCount)
  }

  // MARK: The order of columns

  /// The first of each kind come before the second ones, since two kinds tell more than two of a kind.
  private static func ordered(_ members: [Member], objectCount: Int) -> [Column] {
    let stems = Dictionary(grouping: members.compactMap(\.stem), by: \.self).mapValues(\.count)
    var counts: [[Int]: Int] = [:]
    let ranked = members.map { member -> (order: [Int], column: Column) in
      let isNumbered = member.stem.map { stems[$0, default: 0] >= numberedCountMin } ?? false
      let isTelling =
        member.kind.columnRank != nil && member.isCommon(among: objectCount) && !member.isConstant
      let group = isTelling ? (isNumbered ? 1 : 0) : member.kind.group
      let rank = member.kind.columnRank ?? 0
      let index = counts[[group, rank], default: 0]
      counts[[group, rank]] = index + 1
      return (
        [group, index, rank],
        Column(
          name: member.name, kind: member.kind, width: member.width, isTelling: isTelling)
      )
    }
    // Members come in the order of their names, which stays where nothing else tells them apart.
    return ranked.sorted {
      $0.order != $1.order
        ? $0.order.lexicographicallyPrecedes($1.order) : $0.column.name < $1.column.name
    }.map(\.column)
  }

  /// So many members `col1`, `col2`, … are a row of cells, of which none is better than the others.
  private static let numberedCountMin = 3
}

extension RowFields.Kind {
  /// The place of a plain kind among the columns; `nil` if its values stand in no column.
  fileprivate var columnRank: Int? {
    switch self {
    case .short: 0
    case .time: 1
    case .number: 2
    case .boolean: 3
    case .text, .list, .object, .link, .image, .identifier, .data: nil
    }
  }

  /// The place of members that tell little.
  fileprivate var group: Int {
    switch self {
    case .short, .time, .number, .boolean: 2
    case .text, .list, .object, .link, .image: 3
    case .identifier: 4
    case .data: 5
    }
  }
}

/// What is known of a member of the models of a sample.
private struct Member {
  let name: String
  /// The number of models that have it, with a value that is not empty.
  private(set) var count = 0
  private var kinds: [RowFields.Kind: Int] = [:]
  /// The number of texts of several words, so that they are for people.
  private var wordsCount = 0
  private var lengths: [Int] = []
  private var first: JSONValue?
  private var differs = false

  init(_ name: String) { self.name = name }

  mutating func add(_ value: JSONValue) {
    guard !value.isBlank else { return }
    count += 1
    kinds[RowFields.Kind(of: value, named: name), default: 0] += 1
    if let first { differs = differs || first != value } else { first = value }
    switch value {
    case .string(let text):
      lengths.append(text.utf8.count)
      if text.utf8.prefix(Self.readByteCount).contains(UInt8(ascii: " ")) { wordsCount += 1 }
    case .array(let elements):
      lengths.append(elements.reduce(0) { $0 + ($1.stringValue?.utf8.count ?? 0) })
    case .number, .decimal: lengths.append(value.canonicalText.utf8.count)
    case .null, .bool, .object: lengths.append(0)
    }
  }

  /// How much of a text is looked at.
  static let readByteCount = 256

  /// The most frequent kind.
  var kind: RowFields.Kind {
    kinds.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key ?? .object
  }

  var isText: Bool { kind == .short || kind == .text }
  var isTitle: Bool { isText && length(of: 50) <= 120 }
  /// A long text of words.
  var isLongText: Bool { kind == .text && wordsCount * 2 > count }
  /// Whether most of some models have it.
  func isCommon(among objectCount: Int) -> Bool { count * 5 >= objectCount * 3 }
  /// Whether enough rows say the same to conclude that all do.
  var isConstant: Bool { count >= 8 && !differs }
  var width: Int { min(max(3, length(of: 90)), 24) }

  /// The name without the number at its end; `nil` if it has none.
  var stem: Substring? {
    let stem = name[...].dropLast { $0.isASCII && $0.isNumber }
    return stem.count < name.count && !stem.isEmpty ? stem : nil
  }

  /// Returns the length that so many percent of the values have at most. One long text among short ones
  /// does not make another kind of member.
  func length(of percent: Int) -> Int {
    lengths.isEmpty ? 0 : lengths.sorted()[(lengths.count - 1) * percent / 100]
  }
}

extension Substring {
  /// Returns the text without the characters at its end of which something is so.
  fileprivate func dropLast(while isSo: (Character) -> Bool) -> Substring {
    var text = self
    while let last = text.last, isSo(last) { text.removeLast() }
    return text
  }
}

extension [Member] {
  /// Removes and returns the first suitable member, in the order of names.
  fileprivate mutating func take(
    named names: [String], where isSuitable: (Member) -> Bool
  ) -> Member? {
    for name in names {
      let index = firstIndex { member in
        isSuitable(member) && member.name.lowercased().filter { !"_-".contains($0) } == name
      }
      if let index { return remove(at: index) }
    }
    return nil
  }

  /// Removes and returns the member with the longest texts of several words.
  fileprivate mutating func takeLongText() -> Member? {
    let longest = indices.filter { self[$0].isLongText }.max {
      (self[$0].length(of: 50), self[$1].name) < (self[$1].length(of: 50), self[$0].name)
    }
    return longest.map { remove(at: $0) }
  }
}

// MARK: Kinds of values

extension RowFields.Kind {
  /// Finds out what a value is, by the name of its member and by what it looks like.
  fileprivate init(of value: JSONValue, named name: String) {
    switch value {
    case .null, .object: self = .object
    case .array: self = .list
    case .bool: self = .boolean
    case .number(let number):
      self =
        name.isNameOfTime && Moment(number) != nil
        ? .time : name.isNameOfIdentifier ? .identifier : .number
    case .decimal: self = name.isNameOfIdentifier ? .identifier : .number
    case .string(let text): self = Self.kind(of: text, named: name)
    }
  }

  private static func kind(of text: String, named name: String) -> Self {
    let bytes = text.utf8
    if text.isMoment { return .time }
    if text.hasPrefix("data:image/") { return .image }
    if text.hasPrefix("data:") || text.isBase64 { return .data }
    if text.hasPrefix("https://") || text.hasPrefix("http://"), !bytes.contains(UInt8(ascii: " ")) {
      return text.isAddressOfPicture || name.isNameOfPicture ? .image : .link
    }
    if text.isHash || name.isNameOfIdentifier { return .identifier }
    return bytes.count <= 60 && text.count <= 40 && !bytes.contains(UInt8(ascii: "\n"))
      ? .short : .text
  }
}

extension String {
  private static let timeWords: Set = [
    "time", "date", "ts", "timestamp", "when", "created", "updated", "modified", "published",
    "expires", "seen", "since", "until", "at",
  ]
  private static let identifierWords: Set = [
    "id", "uuid", "guid", "hash", "sha", "digest", "etag", "checksum", "token",
  ]
  private static let pictureWords = [
    "image", "img", "avatar", "photo", "picture", "thumb", "icon", "cover", "logo",
  ]

  /// The last word of a name: `created` of `was_created`.
  private var lastWord: String { String(split { "_-".contains($0) }.last ?? "") }

  var isNameOfTime: Bool {
    Self.timeWords.contains(lastWord)
      || ["At", "Time", "Date", "Timestamp", "On"].contains { hasSuffix($0) }
  }

  fileprivate var isNameOfIdentifier: Bool {
    Self.identifierWords.contains(lastWord.lowercased())
      || ["Id", "ID", "Uuid", "UUID", "Hash"].contains { hasSuffix($0) }
  }

  fileprivate var isNameOfPicture: Bool {
    let name = lowercased()
    return Self.pictureWords.contains { name.contains($0) }
  }

  fileprivate var isAddressOfPicture: Bool {
    let path = prefix { $0 != "?" && $0 != "#" }.lowercased()
    return [".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg"].contains {
      path.hasSuffix($0)
    }
  }

  /// Whether the text is a date, or a date with a time: `2024-05-06`, `2024-05-06T07:08:09Z`.
  fileprivate var isMoment: Bool {
    guard utf8.count <= 40 else { return false }
    let form = utf8.map {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) ? UInt8(ascii: "0") : $0
    }
    let isDate = form.starts(with: "0000-00-00".utf8)
    return isDate
      && (form.count == 10
        || ["T00:00", " 00:00"].contains { form.dropFirst(10).starts(with: $0.utf8) })
  }

  /// Whether the text is a hash or a universally unique identifier: hexadecimal digits, with or without
  /// hyphens, some of which are numbers.
  fileprivate var isHash: Bool {
    guard 16...128 ~= utf8.count else { return false }
    return utf8.allSatisfy { $0.isHexadecimalDigit || $0 == UInt8(ascii: "-") }
      && utf8.contains { $0.isDigit }
  }

  /// Whether the text begins as bytes in base 64 do: no word is as long, and in a path or a part of an address that
  /// is as long, fewer letters are uppercase.
  package var isBase64: Bool {
    let bytes = utf8.prefix(Member.readByteCount)
    guard bytes.count >= 64 else { return false }
    return bytes.allSatisfy { $0.isBase64Digit } && bytes.contains { $0.isDigit }
      && bytes.contains { $0.isLowercase }
      && bytes.filter(\.isUppercase).count * 4 >= bytes.count
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  fileprivate var isUppercase: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
  fileprivate var isLowercase: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
  fileprivate var isHexadecimalDigit: Bool {
    isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self
      || UInt8(ascii: "A")...UInt8(ascii: "F") ~= self
  }
  fileprivate var isBase64Digit: Bool {
    isDigit || isUppercase || isLowercase || "+/=-_\n\r".utf8.contains(self)
  }
}
