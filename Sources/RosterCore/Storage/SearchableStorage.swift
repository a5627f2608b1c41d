/// Storage that finds the items of a list by the words of texts that stand in place of their models.
package protocol SearchableStorage: ListStorage {
  /// Keeps an index of the words from now on, in the transactions that write the texts, and makes it anew if it is not
  /// that of the newest revision.
  ///
  /// - Complexity: O(1) if there is one; otherwise O(*n*) for *n* words.
  func indexTexts() throws(StorageError)

  /// Finds the items in whose texts each of some words begins a word.
  ///
  /// - Parameters:
  ///   - words: The words, as a person has typed them.
  ///   - items: The items to look at; `nil` for all.
  /// - Returns: The items, and the revision of the list in storage, which they are of; `nil` if the index is not that of
  ///   this revision.
  func items(
    withWords words: [String], among items: Set<ItemID>?
  ) throws(StorageError) -> (items: Set<ItemID>, revision: Revision)?

  /// Returns where the text of an item has words that begin with some words, as offsets in UTF-8, in ascending order.
  ///
  /// - Returns: Nothing if the text has not all of the words, or the index is not that of the newest revision.
  func wordRanges(of words: [String], in item: ItemID) throws(StorageError) -> [Range<Int>]
}
