#if os(Linux)
  public import Foundation

  /// Something that a screen or a view has of its surroundings.
  public protocol UITraitDefinition {}

  /// The size of texts that the user has chosen for all applications.
  public enum UITraitPreferredContentSizeCategory: UITraitDefinition {}

  /// What is told when its traits change.
  @MainActor public protocol UITraitChangeObservable: AnyObject {}

  extension UITraitChangeObservable {
    /// Has a closure be called when traits have changed.
    public func registerForTraitChanges(
      _ traits: [any UITraitDefinition.Type],
      handler: @escaping (Self, UITraitCollection) -> Void
    ) {
      (self as? UIViewController)?.traitHandlers.append(
        (
          traits.map { ObjectIdentifier($0) },
          { [weak self] in
            if let self { handler(self, UITraitCollection()) }
          }
        ))
    }
  }

  /// A screen of an application.
  @MainActor open class UIViewController: UIResponder, UITraitChangeObservable {
    private var loadedView: UIView?
    /// What is called when traits have changed.
    fileprivate var traitHandlers: [(traits: [ObjectIdentifier], call: () -> Void)] = []

    /// Makes a screen.
    public init(nibName: String?, bundle: Bundle?) { super.init() }

    /// Makes a screen of an archive.
    public required init?(coder: NSCoder) { super.init() }

    /// What it shows, which is made when it is asked for.
    public var view: UIView {
      get {
        if loadedView == nil {
          loadView()
          viewDidLoad()
        }
        if let loadedView { return loadedView }
        preconditionFailure("a view controller has set no view in loadView()")
      }
      set { loadedView = newValue }
    }

    /// Makes the view.
    open func loadView() { view = UIView(frame: .zero) }

    /// The view is made.
    open func viewDidLoad() {}

    /// The view is laid out.
    open func viewDidLayoutSubviews() {}

    /// The user has chosen another size of texts.
    public func changeFontSizeByHand() {
      let trait = ObjectIdentifier(UITraitPreferredContentSizeCategory.self)
      for handler in traitHandlers where handler.traits.contains(trait) { handler.call() }
    }

    /// The screen appears in a window, or gets another size.
    public func showByHand(_ size: CGSize, in window: UIWindow) {
      view.window = window
      view.bounds.size = size
      view.layoutIfNeeded()
      viewDidLayoutSubviews()
    }
  }
#endif
