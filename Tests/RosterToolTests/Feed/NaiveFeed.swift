import RosterTestKit
import RosterTestSupport

/// What the feed must show, in the plainest words: rows as structs, each instruction done to them.
struct NaiveFeed: Equatable {
  struct Row: Equatable {
    var author: String
    var paragraphs: [String]
    var isLiked = false
    var paragraphCount = 1

    var hasMore: Bool { paragraphCount < paragraphs.count }
  }

  /// How wide the terminal is.
  var columns = 80

  private(set) var rows = [
    Row(
      author: "Ishmael",
      paragraphs: [
        "Call me Ishmael.",
        "Some years ago I thought I would sail about a little and see the watery part of the world.",
        "It is a way I have of driving off the spleen.",
      ]),
    Row(
      author: "Alice",
      paragraphs: [
        "What is the use of a book without pictures or conversations?",
        "Curiouser and curiouser!",
      ]),
    Row(author: "Gulliver", paragraphs: ["My father had a small estate in Nottinghamshire."]),
  ]

  /// Whether the header says what the feed is about.
  private(set) var isOpen = false

  /// The header and the rows as the feed prints them when it starts.
  var lines: [String] {
    headerLines + (rows.isEmpty ? ["(no posts)"] : rows.indices.flatMap { lines(ofRow: $0 + 1) })
  }

  var headerLines: [String] {
    let about = "How books begin that everybody knows, and what you have to say."
    return ["Opening lines  [\(isOpen ? "less" : "about")]"] + (isOpen ? wrapped(about) : [])
  }

  func lines(ofRow number: Int) -> [String] {
    let row = rows[number - 1]
    var lines = ["\(row.author)  [\(row.isLiked ? "♥ liked" : "♡ like")]  [remove]"]
    lines += row.paragraphs.prefix(row.paragraphCount).flatMap { wrapped($0) }
    if row.hasMore {
      lines.append("[continue reading, \(row.paragraphs.count - row.paragraphCount) more]")
    }
    let indentation = number < 10 ? " \(number)  " : "\(number)  "
    return lines.enumerated().map { ($0.offset == 0 ? indentation : "    ") + $0.element }
  }

  /// The words of a text, as many in each line as there is room for.
  private func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= columns - 4 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  // MARK: Instructions

  mutating func about() -> String {
    isOpen.toggle()
    return "about"
  }

  mutating func like(_ number: Int) -> String {
    rows[number - 1].isLiked.toggle()
    return "like \(number)"
  }

  mutating func more(_ number: Int) -> String {
    rows[number - 1].paragraphCount += 1
    return "more \(number)"
  }

  mutating func post(_ text: String) -> String {
    rows.insert(Row(author: "You", paragraphs: [text]), at: 0)
    return "post \"\(text)\""
  }

  mutating func move(_ number: Int, to target: Int) -> String {
    rows.insert(rows.remove(at: number - 1), at: target - 1)
    return "move \(number) \(target)"
  }

  mutating func remove(_ number: Int) -> String {
    rows.remove(at: number - 1)
    return "remove \(number)"
  }

  /// Does something random that can be done, and makes one revision.
  ///
  /// - Returns: The instruction.
  mutating func random(_ random: inout SplitMix64) -> String {
    guard !rows.isEmpty else { return post("anew") }
    let number = 1 + random.index(below: rows.count)
    switch random.index(below: 11) {
    case 10: return about()
    case 0, 1: return post("post \(random.index(below: 1_000)), zoë 🦆 \"quoted\"")
    case 2, 3: return move(number, to: 1 + random.index(below: rows.count))
    case 4: return remove(number)
    case 5, 6: return rows[number - 1].hasMore ? more(number) : like(number)
    default: return like(number)
    }
  }
}
