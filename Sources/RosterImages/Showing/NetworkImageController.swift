public import RosterComponents
public import RosterJSON
public import RosterMounting

/// Loads the picture of a ``NetworkImage``, and shows it in its view.
///
/// It loads as soon as the size is known and the component has a view, or its row is on the screen;
/// and gives up when both are over. What is shown belongs to the address and the view: a result for
/// an earlier address, size or view is dropped, and a view that is handed back shows nothing.
public final class NetworkImageController<Host: PictureHost>: ComponentController {
  /// The component.
  public typealias Controlled = NetworkImage
  /// A view of the host.
  public typealias View = Host.View

  /// What is known of the picture of a request.
  private struct Shown {
    var request: ImageRequest
    /// The load; `nil` if it has ended.
    var load: (number: Int, ticket: LoadTicket)?
    var content: PictureContent
  }

  private let images: NetworkImages<Host>
  private var component: NetworkImage
  private var frame: ViewFrame?
  private var view: View?
  private var isDisplayed = false
  /// Whether the view has the attributes of the component: between an update and the next mount it
  /// still has the old ones, and a host forgets its picture when they change.
  private var isMounted = true
  private var shown: Shown?

  init(_ component: NetworkImage, in images: NetworkImages<Host>) {
    (self.component, self.images) = (component, images)
  }

  // A controller that is released without `invalidate` may be so on any thread; only the loader is
  // told.
  deinit {
    if let load = shown?.load { images.loader.cancel(load.ticket) }
  }

  /// What is known of the picture; `nil` if it is not wanted now.
  public var content: PictureContent? { shown?.content }

  // MARK: Lifecycle

  /// Follows the component. Another address ends what was loaded so far.
  public func willUpdate(
    from old: BuiltComponent<NetworkImage>, to new: BuiltComponent<NetworkImage>
  ) {
    component = new.component
    guard old.component.address != component.address else { return }
    drop()
    isMounted = false
  }

  /// Shows what is known by now of the new picture.
  public func didUpdate(from old: BuiltComponent<NetworkImage>) {
    isMounted = true
    settle()
    show()
  }

  /// Loads the picture in the size that it has now.
  public func didPrepareLayout(_ frame: ViewFrame) {
    self.frame = frame
    settle()
  }

  /// Loads and shows the picture in a view.
  public func didAcquire(_ view: View) {
    self.view = view
    isMounted = true
    settle()
    show()
  }

  /// Takes the picture out of a view, which may show something else next.
  public func willRelinquish(_ view: View) {
    images.host.show(nil, in: view)
    self.view = nil
    settle()
  }

  /// Makes the picture urgent.
  public func treeWillAppear() {
    isDisplayed = true
    settle()
  }

  /// Makes the picture less urgent.
  public func treeDidDisappear() {
    isDisplayed = false
    settle()
  }

  /// Gives the picture up.
  public func invalidate() {
    view = nil
    isDisplayed = false
    drop()
  }

  // MARK: Retrying

  /// Returns whether the action is ``NetworkImage/retryAction``.
  public func responds(to action: String) -> Bool { action == NetworkImage.retryAction }

  /// Loads the picture again if it could not be loaded.
  public func perform(_ action: String, arguments: [JSONValue]) { retry() }

  /// Loads the picture again if it could not be loaded.
  public func retry() {
    guard case .failed? = shown?.content else { return }
    drop()
    settle()
    show()
  }

  // MARK: Loading

  /// Takes what has come for a load.
  func receive(_ letter: PictureMailbox.Letter, of load: Int) {
    guard shown?.load?.number == load else { return }
    switch letter {
    case .progress(let progress):
      // A picture of another size is better than a bar.
      guard case .loading? = shown?.content else { return }
      shown?.content = .loading(progress: progress.fraction)
    case .end(.success(let picture)):
      shown?.load = nil
      shown?.content = .picture(picture)
    case .end(.failure(let error)):
      shown?.load = nil
      shown?.content = .failed(reason: error.message)
      images.noteFailure(of: self, true)
    }
    show()
  }

  /// Begins, goes on with, or gives up what is loaded.
  private func settle() {
    guard let request = wanted else { return drop() }
    let priority: ImagePriority = isDisplayed ? .visible : .ahead
    if let shown, shown.request == request {
      if let load = shown.load { images.loader.setPriority(of: load.ticket, to: priority) }
      return
    }
    let former = shown
    drop()
    if let picture = images.loader.pictureInMemory(for: request) {
      shown = Shown(request: request, load: nil, content: .picture(picture))
    } else {
      // While the same picture is loaded in another size, the one in the old size stays.
      let isSame = former?.request.address == request.address
      var content = PictureContent.loading(progress: nil)
      if isSame, let former, case .picture = former.content { content = former.content }
      let load = images.begin(request, priority, for: self)
      shown = Shown(request: request, load: load, content: content)
    }
    show()
  }

  /// The picture that is wanted now.
  private var wanted: ImageRequest? {
    guard view != nil || isDisplayed, let frame else { return nil }
    return component.request(in: frame.size, pixelsPerPoint: images.host.pixelsPerPoint)
  }

  private func drop() {
    if let load = shown?.load { images.cancel(load) }
    images.noteFailure(of: self, false)
    shown = nil
    if let view, isMounted { images.host.show(nil, in: view) }
  }

  private func show() {
    if let view, isMounted { images.host.show(shown?.content, in: view) }
  }
}
