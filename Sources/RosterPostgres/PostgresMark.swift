#if Postgres
  /// The mark in the row of a list: the digest of its last revision, plus a step for each writer that
  /// has since made sure that a commit of its own does not come late.
  ///
  /// A mark never comes back, and an altered one is hardly ever one of those.
  enum PostgresMark {
    /// Any odd number serves; this one has no small multiples modulo 2^64.
    private static let step = 0x1E37_79B9_7F4A_7C15
    /// The number of steps from which a mark is taken for an altered one.
    private static let countMax = 1 << 20

    /// Moves the mark of a list, modulo 2^64. `bigint` does not wrap around by itself.
    static let moveSQL = """
      UPDATE list SET mark = CASE
        WHEN mark <= 9223372036854775807 - \(step) THEN mark + \(step)
        ELSE (mark - 9223372036854775807 - 1) + (\(step) - 9223372036854775807 - 1)
      END
      WHERE id = $1
      """

    /// Returns whether Roster may have written a mark.
    ///
    /// - Parameter digest: The digest of the last revision; 0 if there is none.
    static func isPossible(_ mark: Int, after digest: Int) -> Bool {
      (0..<countMax).contains((mark &- digest) &* inverse)
    }

    /// The number by which the step is 1 modulo 2^64, by Newton's method: each round doubles the number
    /// of right bits, which are 3 at first.
    private static let inverse = (0..<5).reduce(step) { inverse, _ in
      inverse &* (2 &- step &* inverse)
    }
  }
#endif
