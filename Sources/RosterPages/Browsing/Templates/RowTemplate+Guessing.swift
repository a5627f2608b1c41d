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
  ///     {"isNew":true,"photo":{"title":"Fog"}}             # {photo.title}\n~ isNew: {isNew}
  ///
  /// - Parameter samples: Some models of the list, from all over it.
  /// - Complexity: O(*n*) in the size of the samples.
  public init(guessedFrom samples: [JSONValue]) { self.init(RowFields(samples)) }

  /// Returns the template that shows some fields, or the whole model if there are none.
  package init(_ fields: RowFields?) {
    // A name with a brace cannot stand in a template.
    let isWritable = { (name: String) in !name.contains { "{}".contains($0) } }
    let inside = fields?.inside.flatMap { isWritable($0.name) ? $0 : nil }
    let named = inside?.fields ?? fields
    let place = { (name: String) in ValuePlace(keys: (inside.map { [$0.name] } ?? []) + [name]) }
    var patterns: [Pattern] = []
    if let title = named?.title, isWritable(title) {
      patterns.append(Pattern(role: .heading, parts: [.value(place(title))]))
    }
    if let text = named?.text, isWritable(text) {
      patterns.append(Pattern(role: .text, parts: [.value(place(text))]))
    }
    let telling = { (fields: RowFields?) in
      (fields?.columns ?? []).filter { $0.isTelling && isWritable($0.name) }.map(\.name)
    }
    var details = telling(named).map { (name: $0, place: place($0)) }
    if inside != nil {
      details += telling(fields).map { (name: $0, place: ValuePlace(keys: [$0])) }
    }
    // The first one has no separator before it.
    let parts = details.prefix(Self.detailCountMax).enumerated().flatMap { index, detail in
      [Part.text("\(index == 0 ? "" : " · ")\(detail.name): "), .value(detail.place)]
    }
    if !parts.isEmpty { patterns.append(Pattern(role: .details, parts: parts)) }
    self.init(
      patterns.isEmpty ? [Pattern(role: .text, parts: [.value(ValuePlace(keys: []))])] : patterns)
  }

  private static let detailCountMax = 4
}
