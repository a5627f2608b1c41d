#if Fonts
  internal import CHarfBuzz
  internal import RosterText

  /// Shapes a text and gives its runs their widths.
  struct RunShaper {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let font: OpaquePointer
    private let features: [hb_feature_t]
    private let scale: Double
    private let directions: TextDirections?

    /// Makes a shaper.
    ///
    /// - Parameters:
    ///   - bytes: The whole text in UTF-8.
    ///   - font: A font of HarfBuzz, scaled to its own units.
    ///   - features: The features to switch on or off.
    ///   - scale: The number of points per unit of the font.
    ///   - directions: The directions of the text; `nil` if all of it runs from left to right.
    init(
      bytes: UnsafeBufferPointer<UInt8>, font: OpaquePointer, features: [hb_feature_t],
      scale: Double, directions: TextDirections?
    ) {
      (self.bytes, self.font, self.features, self.scale) = (bytes, font, features, scale)
      self.directions = directions
    }

    /// Sets the widths and the adjustments of all runs of the text.
    func measure(_ runs: inout [TextRun]) {
      guard let buffer = hb_buffer_create() else { return }
      defer { hb_buffer_destroy(buffer) }
      var index = 0
      while index < runs.count {
        let first = index
        while index < runs.count, runs[index].kind != .newline, runs[index].kind != .tab {
          index += 1
        }
        if index > first { measure(&runs, first..<index, with: buffer) }
        index += 1
      }
    }

    /// Measures runs without a newline or a tab between them.
    private func measure(
      _ runs: inout [TextRun], _ indices: Range<Int>, with buffer: OpaquePointer
    ) {
      let start = indices.lowerBound > 0 ? runs[indices.lowerBound - 1].end : 0
      var paragraph = ShapedParagraph(range: start..<runs[indices.upperBound - 1].end)
      var items: [ScriptItems.Item] = []
      var rest = ScriptItems(bytes, in: paragraph.range, directions)
      while let item = rest.next() {
        items.append(item)
        let base = shape(item.range, as: item, within: paragraph.range, with: buffer)
        paragraph.add(buffer, base: base)
      }

      var runStart = start
      var item = 0
      var places = SafePlaces(before: start, after: start)
      for index in indices {
        let end = runs[index].end
        runs[index].width = paragraph.width(runStart..<end) * scale
        runStart = end
        if !runs[index].mayEndLine || paragraph.isSafe(end) { continue }
        places.move(to: end, in: paragraph)
        // A script begins at a safe place, so one item contains both places.
        while items[item].range.upperBound < end { item += 1 }
        adjust(&runs[index], places, items[item], in: paragraph, with: buffer)
      }
    }

    /// Determines how the widths of two lines change if one ends and the other begins behind a run.
    /// It shapes both sides again up to the next safe places.
    private func adjust(
      _ run: inout TextRun, _ places: SafePlaces, _ item: ScriptItems.Item,
      in paragraph: ShapedParagraph, with buffer: OpaquePointer
    ) {
      let (whole, end) = (paragraph.range, run.end)
      let (before, after) = (places.before..<end, end..<places.after)
      if before.count <= Self.reach {
        shape(before, as: item, within: whole.lowerBound..<end, with: buffer)
        run.lineEndAdjustment = Float((Self.width(of: buffer) - paragraph.width(before)) * scale)
      }
      if after.count <= Self.reach {
        shape(after, as: item, within: end..<whole.upperBound, with: buffer)
        run.lineStartAdjustment = Float((Self.width(of: buffer) - paragraph.width(after)) * scale)
      }
    }

    /// The maximum distance of the next safe place, in bytes. Every word that people write has one.
    /// The limit keeps endless words from being shaped again at each of their letters.
    private static let reach = 256

    /// Shapes a part of the text within a range, as if the text outside did not exist.
    ///
    /// - Returns: The offset from which the clusters of the glyphs count.
    @discardableResult
    private func shape(
      _ part: Range<Int>, as item: ScriptItems.Item, within range: Range<Int>,
      with buffer: OpaquePointer
    ) -> Int {
      hb_buffer_clear_contents(buffer)
      // HarfBuzz reads five characters on either side.
      let start = max(range.lowerBound, part.lowerBound - 32)
      let end = min(range.upperBound, part.upperBound + 32)
      let window = bytes.baseAddress.map { UnsafeRawPointer($0 + start) }
      hb_buffer_add_utf8(
        buffer, window?.assumingMemoryBound(to: CChar.self), Int32(end - start),
        UInt32(part.lowerBound - start), Int32(part.count))
      hb_buffer_set_script(buffer, item.script)
      hb_buffer_set_direction(
        buffer, item.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
      hb_shape(font, buffer, features, UInt32(features.count))
      return start
    }

    /// Returns the sum of all advances, in units of the font.
    private static func width(of buffer: OpaquePointer) -> Double {
      var count: UInt32 = 0
      guard let positions = hb_buffer_get_glyph_positions(buffer, &count) else { return 0 }
      return (0..<Int(count)).reduce(0) { $0 + Double(positions[$1].x_advance) }
    }
  }
#endif
