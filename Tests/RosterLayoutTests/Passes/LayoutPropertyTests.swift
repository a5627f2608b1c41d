import RosterLayout
import Testing

/// What holds for all trees. A failing case names its seed.
@Suite struct LayoutPropertyTests {
  private static let seeds: ClosedRange<UInt64> = 1...600

  @Test func aSizeIsWithinTheRangeWhateverTheStyleSays() throws {
    for seed in Self.seeds {
      var trees = RandomTree(seed: seed)
      let root = trees.node()
      let range = trees.range()
      let size = try LayoutPass(pixelsPerPoint: 0).outline(root, in: range).size
      #expect(
        size.width >= range.min.width && size.width <= range.max.width
          && size.height >= range.min.height && size.height <= range.max.height,
        "seed \(seed): \(size) in \(range)")
    }
  }

  @Test func layingOutTwiceGivesTheSame() throws {
    for seed in Self.seeds {
      var trees = RandomTree(seed: seed)
      let root = trees.node()
      let range = trees.range()
      let pass = LayoutPass(pixelsPerPoint: 2)
      let first = try pass.outline(root, in: range)
      #expect(try pass.outline(root, in: range) == first, "seed \(seed)")
    }
  }

  /// Not rounded, since halves of pixels are rounded up on both sides, and without baselines, which
  /// columns have on the left in either direction.
  @Test func rightToLeftIsTheMirrorOfLeftToRight() throws {
    for seed in Self.seeds {
      var trees = RandomTree(
        seed: seed, features: [.keywords, .order, .absolute, .grids])
      let root = trees.node()
      let range = trees.range()
      let left = try LayoutPass(pixelsPerPoint: 0).outline(root, in: range)
      let right = try LayoutPass(layoutDirection: .rightToLeft, pixelsPerPoint: 0)
        .outline(MirroredTree.mirrored(root), in: range)
      #expect(
        LayoutOutline.areClose(right, left.mirrored(in: left.size.width)), "seed \(seed)")
    }
  }

  @Test func everyNumberIsFinite() throws {
    for seed in Self.seeds {
      var trees = RandomTree(seed: seed)
      let outline = try LayoutPass().outline(trees.node(), in: trees.range())
      #expect(outline.isFinite, "seed \(seed)")
    }
  }
}
