#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterAppleRows
  import RosterComponentLists
  import RosterToolkitStubs

  /// The code in the comments of `RosterAppleRows`. It is compiled only: other tests show such rows.
  @MainActor enum DocCommentExamples {
    // begin example
    final class FeedCell: UICollectionViewCell, ComponentCell {
      var mountedRow: MountedRow<UIView>?
      var rowContainer: UIView { contentView }
    }
    // end example

    static func show(
      _ feed: CounterList, in view: UICollectionView
    ) throws -> (ComponentRows<UIView>, CollectionViewSource<String, String>) {
      // begin example
      let rows = ComponentRows<UIView>(feed)
      let source = try CollectionViewSource(feed, in: view) {
        (cell: ComponentCollectionViewCell, row) in
        rows.show(.item(row.id), in: cell)
      }
      // end example
      // begin example
      source.setHeaders(in: view) { (header: ComponentCollectionReusableView, section) in
        rows.show(.header(of: section.id), in: header)
      }
      // end example
      return (rows, source)
    }

    actor PictureStore {
      func picture(at address: String) -> UIImage? { nil }
    }

    static func showPictures(of pictures: PictureStore, in rows: ComponentRows<UIView>) {
      // begin example
      rows.setPictures { address in await pictures.picture(at: address) }
      // end example
    }

    @MainActor final class FeedScreen {
      let rows: ComponentRows<UIView>

      init(_ feed: CounterList) { rows = ComponentRows(feed) }

      // begin example
      func collectionView(
        _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath
      ) { rows.willDisplay(cell) }
      // end example
    }
  }
#endif
