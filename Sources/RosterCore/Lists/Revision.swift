/// The number of changesets that have been applied to a list.
///
/// An empty list is at revision 0. Every applied changeset adds 1; a refused one adds nothing.
public typealias Revision = Int
