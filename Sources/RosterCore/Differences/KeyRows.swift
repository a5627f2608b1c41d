/// The keys of two rows, numbered consecutively: first those of the source, then those of the
/// target.
///
/// The keys stay with the caller, whose code is compiled for their type. The code that compares
/// them works on numbers, so it is not generic.
@usableFromInline
struct KeyRows {
  @usableFromInline let sourceCount: Int
  @usableFromInline let targetCount: Int
  /// The hash of a key by its number.
  @usableFromInline let hash: (Int) -> Int
  /// Whether two keys are the same, by their numbers.
  @usableFromInline let areSame: (Int, Int) -> Bool

  @inlinable
  init<Key: Hashable>(source: [Key], target: [Key]) {
    let keys = source + target
    sourceCount = source.count
    targetCount = target.count
    hash = { keys[$0].hashValue }
    areSame = { keys[$0] == keys[$1] }
  }
}
