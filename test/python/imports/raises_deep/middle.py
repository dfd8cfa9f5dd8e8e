from raises_deep import deepest
