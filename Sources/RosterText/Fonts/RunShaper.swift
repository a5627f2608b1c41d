#if Fonts
  internal import CHarfBuzz

  /// Shapes a text and gives its runs their widths.
  struct RunShaper {
    /// A font of HarfBuzz, scaled to its own units.
    struct ScaledFont {
      let font: OpaquePointer
      /// The number of units of the first font per unit of this one.
      let ratio: Double
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let fonts: [ScaledFont]
    private let features: [hb_feature_t]
    private let scale: Double
    private let directions: TextDirections?

    /// Makes a shaper.
    ///
    /// - Parameters:
    ///   - bytes: The whole text in UTF-8.
    ///   - fonts: The font, and those for what it lacks.
    ///   - features: The features to switch on or off.
    ///   - scale: The number of points per unit of the first font.
    ///   - directions: The directions of the text; `nil` if all of it runs from left to right.
    init(
      bytes: UnsafeBufferPointer<UInt8>, fonts: [ScaledFont], features: [hb_feature_t],
      scale: Double, directions: TextDirections?
    ) {
      (self.bytes, self.fonts, self.features, self.scale) = (bytes, fonts, features, scale)
      self.directions = directions
    }

    /// Returns the parts of the text with the index of the font of each.
    func fontRanges() -> [(range: Range<Int>, font: Int)] {
      guard let buffer = hb_buffer_create() else { return [] }
      defer { hb_buffer_destroy(buffer) }
      var found: [(range: Range<Int>, font: Int)] = []
      let whole = 0..<bytes.count
      var rest = ScriptItems(bytes, in: whole, directions)
      while let item = rest.next() {
        for part in parts(of: item, within: whole, with: buffer) {
          if let last = found.last, last.font == part.font {
            found[found.count - 1].range = last.range.lowerBound..<part.range.upperBound
          } else {
            found.append((part.range, part.font))
          }
        }
      }
      return found
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
        for part in parts(of: item, within: paragraph.range, with: buffer) {
          items.append(part)
          let base = shape(part.range, as: part, within: paragraph.range, with: buffer)
          paragraph.add(buffer, base: base, ratio: fonts[part.font].ratio)
        }
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
        // A script or a font begins at a safe place, so one item contains both places.
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
        run.lineEndAdjustment = Float((width(of: buffer, item) - paragraph.width(before)) * scale)
      }
      if after.count <= Self.reach {
        shape(after, as: item, within: end..<whole.upperBound, with: buffer)
        run.lineStartAdjustment = Float((width(of: buffer, item) - paragraph.width(after)) * scale)
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
      hb_shape(fonts[item.font].font, buffer, features, UInt32(features.count))
      return start
    }

    /// Returns the sum of all advances, in units of the first font.
    private func width(of buffer: OpaquePointer, _ item: ScriptItems.Item) -> Double {
      var count: UInt32 = 0
      guard let positions = hb_buffer_get_glyph_positions(buffer, &count) else { return 0 }
      let sum = (0..<Int(count)).reduce(0) { $0 + Double(positions[$1].x_advance) }
      return sum * fonts[item.font].ratio
    }
  }

  /// The choice of fonts.
  extension RunShaper {
    /// Returns the parts of an item by the font of each: for each cluster the first font that has
    /// all of it, or else the one that lacks the fewest of its glyphs.
    ///
    /// - Complexity: O(*n*) for each font that has to be asked, where *n* is the length of what the
    ///   fonts before it lack.
    private func parts(
      of item: ScriptItems.Item, within range: Range<Int>, with buffer: OpaquePointer
    ) -> [ScriptItems.Item] {
      guard fonts.count > 1 else { return [item] }
      let start = item.range.lowerBound
      // By bytes of the item.
      var chosen = Array(repeating: 0, count: item.range.count)
      var missing = Array(repeating: Int.max, count: item.range.count)
      for font in fonts.indices {
        let rest = Self.ranges(of: missing) { $0 > 0 }
        if rest.isEmpty { break }
        for part in rest {
          var asked = item
          asked.font = font
          asked.range = part.lowerBound + start..<part.upperBound + start
          let base = shape(asked.range, as: asked, within: range, with: buffer)
          for cluster in Self.clusters(buffer, base: base, end: asked.range.upperBound) {
            for byte in cluster.range where cluster.missingCount < missing[byte - start] {
              (missing[byte - start], chosen[byte - start]) = (cluster.missingCount, font)
            }
          }
        }
      }
      return Self.ranges(of: chosen).map { part in
        var own = item
        own.font = chosen[part.lowerBound]
        own.range = part.lowerBound + start..<part.upperBound + start
        return own
      }
    }

    /// Returns the clusters of a buffer in the order of the text, with the number of glyphs of each that the font lacks.
    private static func clusters(
      _ buffer: OpaquePointer, base: Int, end: Int
    ) -> [(range: Range<Int>, missingCount: Int)] {
      var count: UInt32 = 0
      guard let infos = hb_buffer_get_glyph_infos(buffer, &count) else { return [] }
      let isReversed = hb_buffer_get_direction(buffer) == HB_DIRECTION_RTL
      var clusters: [(range: Range<Int>, missingCount: Int)] = []
      for step in 0..<Int(count) {
        let info = infos[isReversed ? Int(count) - 1 - step : step]
        let (start, missing) = (base + Int(info.cluster), info.codepoint == 0 ? 1 : 0)
        if let last = clusters.last, last.range.lowerBound == start {
          clusters[clusters.count - 1].missingCount += missing
        } else {
          if let last = clusters.last {
            clusters[clusters.count - 1].range =
              last.range.lowerBound..<max(start, last.range.lowerBound)
          }
          clusters.append((start..<max(start, end), missing))
        }
      }
      return clusters
    }

    /// Returns the ranges of equal elements, of those that meet a condition.
    private static func ranges(
      of elements: [Int], where isWanted: (Int) -> Bool
    ) -> [Range<Int>] {
      ranges(of: elements.map { isWanted($0) ? 1 : 0 }).filter { isWanted(elements[$0.lowerBound]) }
    }

    private static func ranges(of elements: [Int]) -> [Range<Int>] {
      var found: [Range<Int>] = []
      for index in elements.indices {
        if let last = found.last, elements[last.lowerBound] == elements[index] {
          found[found.count - 1] = last.lowerBound..<index + 1
        } else {
          found.append(index..<index + 1)
        }
      }
      return found
    }
  }
#endif
