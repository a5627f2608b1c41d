public import RosterJSON

extension RowTemplate {
  /// The number of models that a guess should look at. More do not make it better.
  public static let sampleCount = 64

  /// Returns a template for models of which nothing is known but what some of them look like.
  ///
  /// It has the heading, the text and a few other plain values of a model, found by their names
  /// and by what they contain. The same samples always give the same template.
  ///
  ///     {"author":"Alice","text":"Curiouser!","likes":3}   # {author}\n{text}\n~ likes: {likes}
  ///     "milk"                                             {.}
  ///
  /// - Parameter samples: Some models of the list, such as the first ones.
  /// - Complexity: O(*n*) in the size of the samples.
  public init(guessedFrom samples: [JSONValue]) {
    let fields = Fields(samples)
    guard fields.describesMost else {
      self.init([Pattern(role: .text, parts: [.value(ValuePlace(keys: []))])])
      return
    }
    var remaining = fields.all
    let heading = remaining.take(named: Self.headings) { $0.isShortText }
    let text = remaining.take(named: Self.texts) { $0.isText } ?? remaining.takeLongest()
    let details = remaining.filter(\.isPlain).sorted { $0.detailsOrder < $1.detailsOrder }
      .prefix(Self.detailCountMax)

    var patterns: [Pattern] = []
    if let heading { patterns.append(Pattern(role: .heading, parts: [.value(heading.place)])) }
    if let text { patterns.append(Pattern(role: .text, parts: [.value(text.place)])) }
    if !details.isEmpty {
      let separated = details.flatMap { field -> [Part] in
        [.text(" · \(field.name): "), .value(field.place)]
      }
      // The first one has no separator before it.
      let first = details[details.startIndex]
      patterns.append(
        Pattern(role: .details, parts: [.text("\(first.name): ")] + separated.dropFirst()))
    }
    if patterns.isEmpty {
      patterns = [Pattern(role: .text, parts: [.value(ValuePlace(keys: []))])]
    }
    self.init(patterns)
  }

  private static let detailCountMax = 4
  /// The names of headings, the best first.
  private static let headings = [
    "title", "subject", "headline", "name", "displayName", "author", "from", "sender", "user",
    "username", "label", "summary", "path", "file", "key", "id",
  ]
  /// The names of texts, the best first.
  private static let texts = [
    "text", "body", "message", "content", "description", "paragraphs", "comment", "snippet",
    "value", "summary", "url",
  ]
}

/// A member that many models have.
private struct Field {
  let name: String
  private(set) var count = 0
  private var textCount = 0
  private var plainCount = 0
  /// The number of texts of several words, so that they are for people.
  private var wordsCount = 0
  private var lengthSum = 0

  init(_ name: String) { self.name = name }

  mutating func add(_ value: JSONValue) {
    if value == .null { return }
    count += 1
    switch value {
    case .string(let text):
      textCount += 1
      plainCount += 1
      if text.contains(" ") { wordsCount += 1 }
      lengthSum += text.utf8.count
    case .array(let elements) where elements.allSatisfy({ $0.stringValue != nil }):
      textCount += 1
      wordsCount += 1
      lengthSum += elements.reduce(0) { $0 + ($1.stringValue?.utf8.count ?? 0) }
    default:
      if value.isPlain { plainCount += 1 }
    }
  }

  var place: ValuePlace { ValuePlace(keys: [name]) }
  var isText: Bool { textCount * 2 > count }
  var isPlain: Bool { plainCount * 2 > count }
  var hasWords: Bool { wordsCount * 2 > count }
  var averageLength: Int { count == 0 ? 0 : lengthSum / count }
  /// Whether it fits into a heading.
  var isShortText: Bool { isPlain && averageLength <= 80 }
  /// What most models have comes first.
  var detailsOrder: (Int, String) { (-count, name) }
}

/// The members that models have.
private struct Fields {
  let all: [Field]
  /// Whether most of the models are objects.
  let describesMost: Bool

  init(_ samples: [JSONValue]) {
    var fields: [String: Field] = [:]
    var objectCount = 0
    for case .object(let members) in samples {
      objectCount += 1
      // A name with a brace cannot stand in a template.
      for (name, value) in members where !name.contains(where: { "{}".contains($0) }) {
        fields[name, default: Field(name)].add(value)
      }
    }
    describesMost = objectCount * 2 > samples.count
    all = fields.values.filter { $0.count * 3 >= objectCount && $0.count > 0 }
      .sorted { $0.name < $1.name }
  }
}

extension [Field] {
  /// Removes and returns the first suitable field, in the order of names.
  fileprivate mutating func take(
    named names: [String], where isSuitable: (Field) -> Bool
  ) -> Field? {
    for name in names {
      if let index = firstIndex(where: { $0.name == name && isSuitable($0) }) {
        return remove(at: index)
      }
    }
    return nil
  }

  /// Removes and returns the field with the longest texts of several words.
  fileprivate mutating func takeLongest() -> Field? {
    let texts = indices.filter { self[$0].isText && self[$0].hasWords }
    let longest = texts.max {
      (self[$0].averageLength, self[$1].name) < (self[$1].averageLength, self[$0].name)
    }
    return longest.map { remove(at: $0) }
  }
}
