internal import RosterCore
internal import RosterJSON

/// Parts of a change as the journal keeps them: `[[2,9],[3,4]]`, each list with its revision, in the order
/// of the lists.
extension [JournalPart] {
  /// The text of the parts, `nil` if there are none.
  var journalText: String? {
    isEmpty ? nil : "[\(map { "[\($0.list),\($0.revision)]" }.joined(separator: ","))]"
  }

  /// Reads the text of parts in other lists than one.
  ///
  /// - Returns: `nil` if the text is not the text of such parts.
  init?(journalText: UnsafeRawBufferPointer, ofOtherListsThan list: Int) {
    guard let values = try? JSONParser().parse(journalText).arrayValue, !values.isEmpty else {
      return nil
    }
    self = []
    for value in values {
      guard let numbers = value.arrayValue, numbers.count == 2,
        let other = numbers[0].intValue, other > last?.list ?? 0, other != list,
        let revision = numbers[1].intValue, revision > 0
      else { return nil }
      append(JournalPart(list: other, revision: revision))
    }
  }
}
