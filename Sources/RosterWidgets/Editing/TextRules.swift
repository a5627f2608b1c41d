/// What may stand in a text that is edited. It limits what is entered, not what is there already.
///
/// Control characters are never entered. A newline, whatever it consists of, becomes a line feed,
/// and in a text of a single line a space; so does a tab there.
public struct TextRules: Codable, Hashable, Sendable {
  /// The characters that may be entered.
  public enum Characters: Codable, Hashable, Sendable {
    /// All but control characters.
    case all
    /// The digits 0 to 9.
    case digits
    /// The characters of a string.
    case only(String)
    /// All but the characters of a string.
    case except(String)
  }

  /// The largest number of user-perceived characters; `nil` for any. What is entered is cut so that
  /// the text has no more; a text that is longer already can only be shortened.
  public var maximumLength: Int?
  /// Whether the text has several lines.
  public var allowsNewlines: Bool
  /// The characters that may be entered.
  public var characters: Characters

  /// Makes rules.
  public init(
    maximumLength: Int? = nil, allowsNewlines: Bool = false, characters: Characters = .all
  ) {
    self.maximumLength = maximumLength
    self.allowsNewlines = allowsNewlines
    self.characters = characters
  }

  /// Returns what is entered instead of a text, regardless of its length.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func filtered(_ text: String) -> String {
    let allowed = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    if allowed, characters == .all, !text.contains(where: \.isNewline) { return text }
    return String(text.compactMap { filtered($0) })
  }

  private func filtered(_ character: Character) -> Character? {
    var character = character
    if character.isNewline {
      character = allowsNewlines ? "\n" : " "
      // Where there are lines, they may be ended whatever else may be entered.
      if allowsNewlines { return character }
    } else if character == "\t" {
      character = allowsNewlines ? "\t" : " "
    } else if character.unicodeScalars.contains(where: {
      $0.properties.generalCategory == .control
    }) {
      return nil
    }
    return mayEnter(character) ? character : nil
  }

  private func mayEnter(_ character: Character) -> Bool {
    switch characters {
    case .all: true
    case .digits: character.isASCII && character.isNumber
    case .only(let allowed): allowed.contains(character)
    case .except(let excluded): !excluded.contains(character)
    }
  }

  /// Returns as much of a filtered text as there is room for in a part of another text.
  ///
  /// - Complexity: O(*n*), where *n* is the length of both texts.
  func fitting(_ inserted: String, in text: String, replacing range: Range<Int>) -> String {
    guard let maximumLength else { return inserted }
    func length(_ inserted: String) -> Int { text.applying(TextChange(range, inserted)).count }
    // A character may become one with the one on either side.
    let room = max(0, maximumLength - length("")) + 2
    var fitting = String(inserted.prefix(room))
    while !fitting.isEmpty, length(fitting) > maximumLength { fitting.removeLast() }
    return fitting
  }
}
