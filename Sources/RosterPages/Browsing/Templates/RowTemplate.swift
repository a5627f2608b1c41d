public import RosterJSON

/// How a row of a list is shown: lines of text with places for the values of its model.
///
///     # {title}                     a heading
///     {author.name}: {text}         text
///     ~ {likes} likes · {tags}      details, less prominent
///
/// A place names a value by its keys, with a dot between them; the number of an element is a key
/// too. A place that begins with a slash is a JSON pointer (RFC 6901), which reaches keys with any
/// characters: `{/a.b/0}`. `{.}` is the whole model. `{{` and `}}` stand for braces. In one line of
/// text, `\n` ends a line of the template.
///
/// A missing value is empty, and a line of which all values are empty is left out. So is what stands
/// between two dots with spaces around them, as ` · {tags}` above: without tags, the details are
/// `3 likes`. Bytes in letters are only counted, and a number named like a time is written as one.
public struct RowTemplate: Hashable, Sendable {
  /// What a line of a row is.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// A heading.
    case heading = "# "
    /// Text.
    case text = ""
    /// Something less important than text.
    case details = "~ "
  }

  /// A line of a row.
  public struct Line: Hashable, Sendable {
    /// What the line is.
    public let role: Role
    /// Its text.
    public let text: String
  }

  struct Pattern: Hashable, Sendable {
    var role: Role
    var parts: [Part]
  }

  enum Part: Hashable, Sendable {
    case text(String)
    case value(ValuePlace)
  }

  var patterns: [Pattern]

  init(_ patterns: [Pattern]) { self.patterns = patterns }

  /// Reads a template.
  ///
  /// - Throws: What is wrong with it, and where.
  public init(_ text: String) throws(RowTemplateError) {
    var reader = TemplateReader(text)
    patterns = try reader.patterns()
  }

  /// Returns the lines of a row.
  ///
  /// - Complexity: O(*n*) in the size of the values that the template names.
  public func lines(of model: JSONValue) -> [Line] {
    patterns.compactMap { pattern in
      pattern.text(of: model).map { Line(role: pattern.role, text: $0) }
    }
  }
}

extension RowTemplate.Pattern {
  /// What stands between two dots, and whether it has values.
  private struct Section {
    var text = ""
    var hasPlaces = false
    var hasValues = false

    var isLeftOut: Bool { hasPlaces && !hasValues }
  }

  private static let separator = " · "

  /// Returns the line of a model; `nil` if it has places for values and all of them are empty.
  fileprivate func text(of model: JSONValue) -> String? {
    var sections = [Section()]
    for part in parts {
      switch part {
      case .text(let text):
        let pieces = text.split(separator: Self.separator, omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() {
          if index > 0 { sections.append(Section()) }
          sections[sections.count - 1].text += piece
        }
      case .value(let place):
        let value = place.text(in: model)
        sections[sections.count - 1].hasPlaces = true
        if !value.isEmpty { sections[sections.count - 1].hasValues = true }
        sections[sections.count - 1].text += value
      }
    }
    if sections.contains(where: \.hasPlaces), !sections.contains(where: \.hasValues) { return nil }
    return sections.filter { !$0.isLeftOut }.map(\.text).joined(separator: Self.separator)
  }
}

/// What is wrong with a template.
public struct RowTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of characters before the fault.
  public let offset: Int
  /// What is wrong.
  public let message: String

  /// The message with the place of the fault, counted from 1.
  public var description: String { "template, character \(offset + 1): \(message)" }
}

extension RowTemplate: CustomStringConvertible {
  /// The template as it is written, with `\n` at the ends of lines.
  public var description: String {
    patterns.map { pattern in
      pattern.parts.reduce(into: pattern.role.rawValue) { text, part in
        switch part {
        case .text(let other):
          text += other.map { Self.escapes[$0] ?? String($0) }.joined()
        case .value(let place): text += "{\(place)}"
        }
      }
    }.joined(separator: "\\n")
  }

  private static let escapes: [Character: String] = ["{": "{{", "}": "}}", "\\": "\\\\"]
}

/// Reads the text of a template.
private struct TemplateReader {
  private let characters: [Character]
  private var offset = 0

  init(_ text: String) { characters = Array(text) }

  mutating func patterns() throws(RowTemplateError) -> [RowTemplate.Pattern] {
    var patterns = [RowTemplate.Pattern(role: role(), parts: [])]
    var text = ""
    func flush() {
      if !text.isEmpty { patterns[patterns.count - 1].parts.append(.text(text)) }
      text = ""
    }
    while let character = next() {
      switch character {
      case "\n":
        flush()
        patterns.append(RowTemplate.Pattern(role: role(), parts: []))
      case "\\":
        let escaped = next()
        if escaped == "n" {
          flush()
          patterns.append(RowTemplate.Pattern(role: role(), parts: []))
        } else if escaped == "\\" {
          text.append("\\")
        } else {
          throw error("expected n or another backslash behind a backslash", at: offset - 1)
        }
      case "{":
        if peek == "{" {
          _ = next()
          text.append("{")
        } else {
          flush()
          let place = try place()
          patterns[patterns.count - 1].parts.append(.value(place))
        }
      case "}":
        guard next() == "}" else { throw error("a brace ends that was not begun", at: offset - 2) }
        text.append("}")
      default: text.append(character)
      }
    }
    flush()
    return patterns
  }

  private var peek: Character? { offset < characters.count ? characters[offset] : nil }

  private mutating func next() -> Character? {
    // The offset moves behind the end too, so that errors there have the same distance.
    defer { offset += 1 }
    return peek
  }

  private mutating func role() -> RowTemplate.Role {
    for role in RowTemplate.Role.allCases where role != .text {
      if characters[offset...].starts(with: role.rawValue) {
        offset += role.rawValue.count
        return role
      }
    }
    return .text
  }

  private mutating func place() throws(RowTemplateError) -> ValuePlace {
    let start = offset
    guard let end = characters[start...].firstIndex(of: "}") else {
      throw error("a brace begins that does not end", at: start - 1)
    }
    offset = end + 1
    guard let place = ValuePlace(String(characters[start..<end])) else {
      throw error("expected the keys of a value, a JSON pointer, or a dot", at: start)
    }
    return place
  }

  private func error(_ message: String, at offset: Int) -> RowTemplateError {
    RowTemplateError(offset: offset, message: message)
  }
}
