#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

/// Returns the exception that a block throws; nil if it throws none. Swift cannot catch one.
NSException *_Nullable RosterCatchException(void (NS_NOESCAPE ^block)(void));

NS_ASSUME_NONNULL_END
