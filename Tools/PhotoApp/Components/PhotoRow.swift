import RosterComponents
import RosterImages
import RosterLayout
import RosterWidgets

/// A photo of the list: beside words, or in a cell of a grid.
struct PhotoRow: Component, Equatable {
  static let typeName = "PhotoRow"

  private let item: GalleryPhoto

  init(_ item: GalleryPhoto) { self.item = item }

  private var photo: Photo { item.photo }

  func body(_ scope: Scope<Self>) -> Node<GalleryMessage> {
    let look = scope.environment(PhotoLook.self)
    if look.cellWidth != nil {
      cell(scope, look)
    } else {
      row(scope, look)
    }
  }

  private func row(_ scope: Scope<Self>, _ look: PhotoLook) -> Node<GalleryMessage> {
    Node {
      ViewNode("box") {
        picture(scope, width: look.thumbnail.width, height: look.thumbnail.height)
        ViewNode("box") {
          Text(photo.title, .headline)
          Text(photo.author, .caption)
          if item.isOpen { Text(photo.description) }
          ViewNode("box") {
            favouriteButton(scope, words: item.isFavourite ? "♥ favourite" : "♡ favourite")
            Button(
              item.isOpen ? "less" : "about",
              action: scope.send("about", .toggleDescription(photo.id)))
          }
          .direction(.row).wrap().gap(look.columnGap)
        }
        .grow(1).shrink(1).basis(0).minWidth(0).gap(look.lineGap)
      }
      .direction(.row).gap(look.columnGap).padding(look.margins)
      Divider()
    }
  }

  private func cell(_ scope: Scope<Self>, _ look: PhotoLook) -> Node<GalleryMessage> {
    // The outermost box is as wide as the list, wherever the row stands. On a page it is as wide as the column, which
    // the card fills, also if its title is longer.
    let factor = look.surface == .page ? 1.0 : 0
    return Node(
      Flex(.row) {
        ViewNode("box") {
          picture(scope, width: .auto, height: look.cellPictureHeight)
          Text(photo.title, .headline).lines(1)
          Flex(.row) { favouriteButton(scope, words: item.isFavourite ? "♥" : "♡") }
        }
        .grow(factor).shrink(factor).minWidth(factor > 0 ? 0 : .auto).width(look.cellLength)
        .padding(look.margins).gap(look.lineGap)
      })
  }

  private func picture(
    _ scope: Scope<Self>, width: LayoutLength, height: LayoutLength
  ) -> Node<GalleryMessage> {
    Node(
      Touchable(onTap: scope.send("open", .open(photo.id))) {
        Node(Self.picture(of: photo).size(width: width, height: height))
      }
      .accessibility(label: "Open \(photo.title)"))
  }

  private func favouriteButton(_ scope: Scope<Self>, words: String) -> Node<GalleryMessage> {
    Node(
      Button(words, action: scope.send("favourite", .toggleFavourite(photo.id)))
        .selected(item.isFavourite))
  }
}

extension PhotoRow {
  /// The small picture of a photo.
  static func picture(of photo: Photo) -> NetworkImage {
    NetworkImage(photo.thumbnail, alternative: photo.title, fit: .cover)
  }
}
