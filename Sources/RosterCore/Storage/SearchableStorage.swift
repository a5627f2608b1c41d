/// Storage that finds the items of a list by the words of texts that stand in place of their models.
///
/// A word is found by its beginning. Words that are searched for have letters and digits only.
package protocol SearchableStorage: ListStorage {
  /// Keeps an index of the words from now on, in the transactions that write the texts, and makes it anew if it is not
  /// that of the newest revision.
  ///
  /// - Throws: `failed` if the storage cannot have an index.
  /// - Complexity: O(1) if there is one. O(*n*) for the *n* words of the list if it is the first time, and for those of all
  ///   lists of the store that have an index if it is made anew.
  func indexTexts() throws(StorageError)

  /// Finds the items in whose texts each of some words begins a word.
  ///
  /// - Returns: The items, and the revision of the list in storage, which they are of; `nil` if the index is not that of
  ///   this revision.
  func items(
    withWords words: [String]
  ) throws(StorageError) -> (items: Set<ItemID>, revision: Revision)?

  /// Finds the words of some texts that begin with some words, as an index of the texts would.
  ///
  /// - Returns: Where they are in each text, as offsets in UTF-8, in ascending order; `nil` for a text that has not all of
  ///   them.
  /// - Throws: `failed` if the storage cannot have an index.
  /// - Complexity: O(length of the texts).
  func ranges(
    of words: [String], in texts: [String]
  ) throws(StorageError) -> [[Range<Int>]?]
}
