package import RosterJSON

/// The columns of rows that are shown as lines of a table: how wide they are, and which of them fit.
///
///     30 cells    Customer 7   open
///     60 cells    Customer 7   open   2024-05-17 08:00:00 UTC     21
///
/// The title stands first, and behind it the members that tell most, in the order of ``RowFields/columns``. Each is as
/// wide as most values of a sample. A few other rows do not change the columns: they are made once.
package struct RowColumns: Hashable, Sendable {
  /// A column as it is shown.
  package struct Column: Hashable, Sendable {
    /// The member whose values it has.
    package let name: String
    /// How many cells it has.
    package fileprivate(set) var width: Int
    /// Whether its values stand at its end, so that digits stand below each other.
    package let isNumber: Bool
  }

  private struct Candidate: Hashable, Sendable {
    let column: Column
    let isTelling: Bool
  }

  private let title: Column?
  /// The text of rows that have a title as well: it takes what the others leave.
  private let text: Column?
  private let others: [Candidate]

  /// How many cells are empty between two columns.
  package static let gap = 2

  /// The most columns that are chosen by themselves, as on a page.
  private static let countMax = 8
  private static let widthRange = 3...32
  /// A title may be longer, where the others leave room.
  private static let titleWidthMax = 64
  /// A long name makes no short values wide.
  private static let nameWidthMax = 12
  /// A text is not shown with less.
  private static let textWidthMin = 16
  /// The title keeps so much beside columns that the reader has chosen.
  private static let titleWidthMin = 10

  /// Finds out how wide the columns of some fields are.
  ///
  /// - Parameters:
  ///   - fields: What the members of the models are.
  ///   - samples: The models of which they are.
  ///   - width: Returns how many cells a text takes.
  /// - Complexity: O(*n* log *n*) in the number of members of the samples.
  package init(_ fields: RowFields, _ samples: [JSONValue], measuring width: (String) -> Int) {
    func column(
      _ name: String, isNumber: Bool = false, widthMax: Int = Self.widthRange.upperBound
    ) -> Column {
      let widths = samples.compactMap { $0[name] }.filter { !$0.isBlank }
        .map { width($0.firstWords(named: name)) }.sorted()
      let values = widths.isEmpty ? 0 : widths[(widths.count - 1) * 9 / 10]
      let heading = min(width(String(name.prefix(Self.nameWidthMax))), Self.nameWidthMax)
      let wanted = max(values, heading)
      return Column(
        name: name,
        width: min(max(wanted, Self.widthRange.lowerBound), widthMax),
        isNumber: isNumber)
    }
    title = (fields.title ?? fields.text).map { column($0, widthMax: Self.titleWidthMax) }
    text = fields.title == nil ? nil : fields.text.map { column($0) }
    others = fields.columns.map {
      Candidate(column: column($0.name, isNumber: $0.kind == .number), isTelling: $0.isTelling)
    }
  }

  /// The members that can be columns besides the title, those that tell most first.
  package var names: [String] {
    others.map(\.column.name) + [text?.name].compactMap(\.self)
  }

  /// Returns the columns that fit, from left to right.
  ///
  /// The title keeps what it needs, up to half of the width. Then come as many of the others as fit, none of which is
  /// left out for one that tells less. A text stands last, and takes what is left.
  ///
  /// - Parameters:
  ///   - width: How many cells a row has.
  ///   - chosen: The names of the columns that the reader wants besides the title; `nil` for those that tell most.
  /// - Returns: The columns. With the gaps between them, they have at most `width` cells. Of no members there are none.
  package func columns(fitting width: Int, chosen: Set<String>? = nil) -> [Column] {
    let wanted =
      if let chosen {
        others.filter { chosen.contains($0.column.name) }
      } else {
        Array(others.filter(\.isTelling).prefix(Self.countMax))
      }
    let width = max(0, width)
    let titleWidth = min(
      title?.width ?? 0, chosen == nil ? width / 2 : min(width, Self.titleWidthMin))
    var room = width - titleWidth
    var columns: [Column] = []
    for column in wanted.map(\.column) {
      let gap = title == nil && columns.isEmpty ? 0 : Self.gap
      guard column.width + gap <= room else { break }
      room -= column.width + gap
      columns.append(column)
    }
    if var title {
      // It may need less than half, and then the text has the rest.
      title.width = min(title.width, titleWidth + room)
      room -= title.width - titleWidth
      columns.insert(title, at: 0)
    } else if columns.isEmpty, var first = wanted.first?.column {
      first.width = max(1, min(first.width, width))
      return [first]
    }
    if var text, chosen?.contains(text.name) ?? true, room - Self.gap >= Self.textWidthMin {
      text.width = room - Self.gap
      columns.append(text)
    }
    return columns
  }
}

extension RowColumns.Column {
  /// Returns the value of a model in the column, as people read it.
  package func text(of model: JSONValue) -> String { model[name]?.plainText(named: name) ?? "" }
}

extension JSONValue {
  /// The beginning of the value as people read it, as far as a column can show it.
  fileprivate func firstWords(named name: String) -> String {
    String(plainText(named: name).prefix { $0 != "\n" && $0 != "\r\n" }.prefix(64))
  }
}
