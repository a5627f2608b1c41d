import Roster
import RosterComponents
import RosterImages
import RosterLayout
import RosterWidgets

/// A photo of the list: beside words, or in a cell of a grid.
///
/// What the user has done to it is its state, which stays with the photo wherever the photo goes.
struct PhotoRow: Component, Equatable {
  struct State: ComponentState {
    var isFavourite = false
    /// Whether the description is shown.
    var isOpen = false
  }

  /// States are kept under this name, so that the type may be renamed.
  static let typeName = "PhotoRow"

  let photo: Photo

  func initialState() -> State { State() }

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
          if scope.state.isOpen { Text(photo.description) }
          ViewNode("box") {
            favouriteButton(scope, words: scope.state.isFavourite ? "♥ favourite" : "♡ favourite")
            Button(
              scope.state.isOpen ? "less" : "about",
              action: scope.edit("about") { state in state.isOpen.toggle() })
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
    // The outermost box is as wide as the list, wherever the row stands.
    Node(
      Flex(.row) {
        ViewNode("box") {
          picture(scope, width: .auto, height: look.cellPictureHeight)
          Text(photo.title, .headline).lines(1)
          Flex(.row) { favouriteButton(scope, words: scope.state.isFavourite ? "♥" : "♡") }
        }
        .grow(look.surface == .page ? 1 : 0).width(look.cellLength).padding(look.margins).gap(
          look.lineGap)
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
      Button(
        words,
        action: scope.action(Self.favourite) { state in
          state.isFavourite.toggle()
          return .favouriteChanged
        }
      )
      .selected(scope.state.isFavourite))
  }
}

extension PhotoRow {
  /// The small picture of a photo.
  static func picture(of photo: Photo) -> NetworkImage {
    NetworkImage(photo.thumbnail, alternative: photo.title, fit: .cover)
  }

  /// The place of the component in its item.
  static let path = ScopePath([ScopeKey(typeName: typeName)])
  /// The name of the action that makes the photo a favourite, or takes that back.
  static let favourite = "favourite"
}
