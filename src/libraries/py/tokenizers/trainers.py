"""What learns a vocabulary."""
from ._parts import Part, parts


class Trainer(Part):
    """How a vocabulary is learnt."""


globals().update(parts(__name__, Trainer, 'BpeTrainer UnigramTrainer WordLevelTrainer WordPieceTrainer'))
