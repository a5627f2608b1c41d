import RosterMounting

/// How the photos stand on a screen of a width.
struct ScreenGrid: Equatable {
  let look: PhotoLook
  let arrangements: [SectionArrangement]

  init(_ arrangement: GalleryArrangement, width: Double) {
    switch arrangement {
    case .rows:
      look = PhotoLook(.screen)
      arrangements = [.rows, .rows]
    case .grid:
      let columns = max(1, (width / PhotoLook.screenCell.width).rounded(.down))
      look = PhotoLook(.screen, cellWidth: max(1, (width / columns).rounded(.down)))
      arrangements = [
        .grid(columns: Int(columns), length: PhotoLook.screenCell.height), .rows,
      ]
    }
  }
}
