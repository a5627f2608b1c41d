#if Fonts
  /// The nearest places on both sides of a place in a text at which breaking the text changes no
  /// shapes.
  struct SafePlaces {
    var before: Int
    var after: Int

    /// Advances to a later place that is not safe itself.
    ///
    /// - Complexity: O(*n*) for all places of a paragraph of length *n*.
    mutating func move(to place: Int, in paragraph: ShapedParagraph) {
      if after > place { return }
      // There may be several between the last place and this one.
      while after < place {
        if paragraph.isSafe(after) { before = after }
        after += 1
      }
      while !paragraph.isSafe(after) { after += 1 }
    }
  }
#endif
