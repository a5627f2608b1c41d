#if Fonts
  internal import CHarfBuzz

  /// The result of shaping the text between two newlines or tabs, by the bytes of its UTF-8.
  struct ShapedParagraph {
    /// The range in the text.
    let range: Range<Int>
    /// The advance of the cluster that begins at a byte, in units of the first font.
    private(set) var advances: [Double]
    private var flags: [Flags]

    private struct Flags: OptionSet {
      let rawValue: UInt8
      /// A cluster begins here.
      static let cluster = Flags(rawValue: 1)
      /// A line break here changes the shapes on both sides.
      static let unsafe = Flags(rawValue: 2)
    }

    /// Makes room for the results.
    init(range: Range<Int>) {
      self.range = range
      advances = Array(repeating: 0, count: range.count)
      flags = Array(repeating: [], count: range.count)
    }

    /// Adds the glyphs of a buffer whose clusters count from `base`.
    ///
    /// - Parameter ratio: The number of units of the first font per unit of the buffer.
    mutating func add(_ buffer: OpaquePointer, base: Int, ratio: Double) {
      var count: UInt32 = 0
      let infos = hb_buffer_get_glyph_infos(buffer, &count)
      guard let infos, let positions = hb_buffer_get_glyph_positions(buffer, nil) else { return }
      for index in 0..<Int(count) {
        let offset = base + Int(infos[index].cluster) - range.lowerBound
        advances[offset] += Double(positions[index].x_advance) * ratio
        flags[offset].insert(.cluster)
        if infos[index].mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0 {
          flags[offset].insert(.unsafe)
        }
      }
    }

    /// Returns whether the text on either side of a byte has the same shapes with and without the
    /// other side.
    func isSafe(_ offset: Int) -> Bool {
      offset <= range.lowerBound || offset >= range.upperBound
        || flags[offset - range.lowerBound] == .cluster
    }

    /// The width of a part of the text, in units of the first font.
    ///
    /// A cluster that belongs to it only in part, such as a ligature, counts by its bytes.
    func width(_ part: Range<Int>) -> Double {
      let own = part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound
      let sum = advances[own].reduce(0, +)
      return sum + excess(part.lowerBound) - excess(part.upperBound)
    }

    /// Returns the part of a cluster's width that lies behind a byte, if the cluster began before
    /// it.
    private func excess(_ offset: Int) -> Double {
      if isCluster(offset) { return 0 }
      var start = offset - 1
      while start > range.lowerBound, !isCluster(start) { start -= 1 }
      var end = offset + 1
      while !isCluster(end) { end += 1 }
      let share = Double(end - offset) / Double(end - start)
      return advances[start - range.lowerBound] * share
    }

    /// Returns whether a cluster begins at a byte of the text, or none is left.
    private func isCluster(_ offset: Int) -> Bool {
      offset >= range.upperBound || flags[offset - range.lowerBound].contains(.cluster)
    }
  }
#endif
