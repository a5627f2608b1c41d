#if Fonts
  internal import CHarfBuzz

  /// The parts of a text with one script (UAX #24) and one direction (UAX #9) each, which can be
  /// shaped at once if one font has them.
  ///
  /// Signs and spaces that many scripts share belong to the part before them; at the start of the
  /// text, to the one behind them.
  struct ScriptItems {
    /// A part of the text.
    struct Item {
      var range: Range<Int>
      var script: hb_script_t
      var isRightToLeft: Bool
      /// The index of its font.
      var font = 0
    }

    /// A longer part ends at the next space, and a part of twice this length ends anywhere: shaping
    /// takes memory, and HarfBuzz counts in 32 bits.
    private static let longest = 1 << 15

    private let bytes: UnsafeBufferPointer<UInt8>
    private let end: Int
    private var offset: Int
    /// The rest of the parts of one direction; `nil` if everything runs from left to right.
    private var runs: ArraySlice<TextDirections.Run>?

    /// Makes the parts of a range of the text.
    ///
    /// - Parameters:
    ///   - bytes: The whole text.
    ///   - range: The range.
    ///   - directions: The directions of the whole text; `nil` if it runs from left to right.
    init(
      _ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>, _ directions: TextDirections?
    ) {
      self.bytes = bytes
      (offset, end) = (range.lowerBound, range.upperBound)
      runs = directions?.runs(in: range, lineEnd: nil)[...]
    }

    /// Returns the next part, or `nil` at the end.
    mutating func next() -> Item? {
      let start = offset
      guard start < end else { return nil }
      var script = HB_SCRIPT_COMMON
      while let run = runs?.first, run.range.upperBound <= start { runs?.removeFirst() }
      let run = runs?.first
      let end = min(run?.range.upperBound ?? end, end)
      while offset < end {
        let (value, length) = scalar(at: offset)
        let own = Self.script(of: value)
        if own != HB_SCRIPT_COMMON, own != script {
          if script != HB_SCRIPT_COMMON { break }
          script = own
        }
        let size = offset - start
        if size >= Self.longest, value == 0x20 || size >= 2 * Self.longest { break }
        offset += length
      }
      return Item(
        range: start..<offset, script: script, isRightToLeft: run?.isRightToLeft ?? false)
    }

    /// The script of a scalar; what has none of its own counts as common.
    private static func script(of scalar: UInt32) -> hb_script_t {
      if scalar < 0x80 {
        let letter = scalar | 0x20
        return letter >= 0x61 && letter <= 0x7A ? HB_SCRIPT_LATIN : HB_SCRIPT_COMMON
      }
      let script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar)
      return script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN
        ? HB_SCRIPT_COMMON : script
    }

    /// The scalar at a byte; the bytes are those of a `String` and so valid UTF-8.
    private func scalar(at offset: Int) -> (value: UInt32, length: Int) {
      let first = bytes[offset]
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      let lead = length == 1 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(length))
      let rest = bytes[(offset + 1)..<(offset + length)]
      return (rest.reduce(lead) { $0 << 6 | UInt32($1 & 0x3F) }, length)
    }
  }
#endif
