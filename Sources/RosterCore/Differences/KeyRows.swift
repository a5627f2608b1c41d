/// The keys of two rows, numbered through: first those of the source, then those of the target.
///
/// What a key is stays with the caller, whose code is compiled for its type; everything that is
/// done with keys is written once, over numbers.
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
