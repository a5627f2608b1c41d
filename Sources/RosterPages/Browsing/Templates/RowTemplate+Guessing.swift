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
  /// - Parameter samples: Some models of the list, from all over it.
  /// - Complexity: O(*n*) in the size of the samples.
  public init(guessedFrom samples: [JSONValue]) { self.init(RowFields(samples)) }

  /// Returns the template that shows some fields, or the whole model if there are none.
  package init(_ fields: RowFields?) {
    // A name with a brace cannot stand in a template.
    let isWritable = { (name: String) in !name.contains { "{}".contains($0) } }
    var patterns: [Pattern] = []
    if let title = fields?.title, isWritable(title) {
      patterns.append(Pattern(role: .heading, parts: [Self.value(title)]))
    }
    if let text = fields?.text, isWritable(text) {
      patterns.append(Pattern(role: .text, parts: [Self.value(text)]))
    }
    let details = fields?.columns.lazy.filter { $0.isTelling && isWritable($0.name) }
      .prefix(Self.detailCountMax)
    let parts = details.map { details in
      // The first one has no separator before it.
      details.enumerated().flatMap { index, column in
        [.text("\(index == 0 ? "" : " · ")\(column.name): "), Self.value(column.name)]
      }
    }
    if let parts, !parts.isEmpty { patterns.append(Pattern(role: .details, parts: parts)) }
    self.init(
      patterns.isEmpty ? [Pattern(role: .text, parts: [.value(ValuePlace(keys: []))])] : patterns)
  }

  private static func value(_ name: String) -> Part { .value(ValuePlace(keys: [name])) }

  private static let detailCountMax = 4
}
